"""Reads of ladders, standings and histories."""
