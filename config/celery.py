"""The Celery application; tasks live in each app's `tasks` module."""

from celery import Celery
from celery.signals import setup_logging
from django_structlog.celery.steps import DjangoStructLogInitStep

import config.env  # noqa: F401  says which settings to use

app = Celery("spadework")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# a task's log lines carry the id of the request that led to it
app.steps["worker"].add(DjangoStructLogInitStep)


@setup_logging.connect
def keep_our_logging(**_: object) -> None:
    """Django has set the logs up; a receiver of this signal keeps Celery from doing it again."""
