"""How the apps are put together: settings, URLs, ASGI and Celery entry points."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
