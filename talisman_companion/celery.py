"""Background jobs. Without Redis the broker is this process's memory."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "talisman_companion.settings")

app = Celery("talisman_companion")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
