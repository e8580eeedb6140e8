"""The settings of play, with the floor beside the app."""

from talisman_companion.settings import *
from talisman_companion.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.bench.floor"]
ROOT_URLCONF = "tests.bench.urls"
