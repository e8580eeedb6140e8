"""The entry for ASGI servers: streams, not the API, which is a third as fast here."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "talisman_companion.settings")

application = get_asgi_application()
