#!/usr/bin/env python
"""Django's command line for Spadework."""

import sys

from django.core.management import execute_from_command_line

import config.env  # noqa: F401  says which settings to use

if __name__ == "__main__":
    execute_from_command_line(sys.argv)
