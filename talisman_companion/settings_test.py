"""Settings for tests: the same, with a throwaway database and jobs run on the spot."""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("TALISMAN_SECRET_KEY", "only-for-tests-and-never-used-elsewhere")

from talisman_companion import databases
from talisman_companion.settings import *
from talisman_companion.settings import ENV, INSTALLED_APPS, MIDDLEWARE, STORAGES

# A file, as in play: an in-memory database shared by threads locks whole tables and does not wait.
# Named by process, so that parallel runs in one tree do not meet.
THROWAWAY = Path(tempfile.gettempdir()) / f"talisman_test_{os.getpid()}.sqlite3"

DATABASES = {
    "default": (
        databases.postgresql(str(ENV.test_database_url), pool=False)
        if ENV.test_database_url
        else {**databases.sqlite(THROWAWAY), "NAME": ":memory:", "TEST": {"NAME": str(THROWAWAY)}}
    )
}

# Files of exports go where the database goes.
STORAGES = {
    **STORAGES,
    "exports": {
        **STORAGES["exports"],
        "OPTIONS": {"location": THROWAWAY.with_suffix(".exports"), "base_url": None},
    },
}

# One process, one database: threads queue without a file.
WRITE_LOCK = None

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_BROKER_URL = "memory://"
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True

# A code without words is an error here; in play a general sentence stands in for it.
SENTENCES_STRICT = True

# Reports queries in a loop as errors.
INSTALLED_APPS = [*INSTALLED_APPS, "zeal"]
MIDDLEWARE = ["zeal.middleware.zeal_middleware", *MIDDLEWARE]
