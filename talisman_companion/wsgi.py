"""The API's entry for WSGI servers."""

import os

from talisman_companion.loading import load_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "talisman_companion.settings")

application = load_application()
