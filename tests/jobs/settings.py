"""The settings of processes that tests start: those of play, with gates in front of the formats."""

from talisman_companion.settings import *  # noqa: F403
from talisman_companion.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.jobs.apps.GatesConfig"]
