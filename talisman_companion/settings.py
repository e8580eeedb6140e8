"""Django's settings. What differs from one machine to the next is read in `env.py`."""

from datetime import timedelta
from typing import Any

from csp.constants import NONE, SELF, UNSAFE_INLINE

from talisman_companion import databases
from talisman_companion.env import BASE_DIR, read_env
from talisman_companion.logs import configure_structlog, logging_config
from talisman_companion.secret_key import kept_secret_key

ENV = read_env()

# --- Who and where -----------------------------------------------------------------------------

DEBUG = ENV.debug
SECRET_KEY = (
    ENV.secret_key.get_secret_value() if ENV.secret_key else kept_secret_key(ENV.var / "secret_key")
)

# On a LAN the host's address is whatever the router says today, and phones may use a name. The
# header is not trusted for anything secret: no mail is sent and no answer is cached by it. With
# a shared database the server must be told its names (env.py); health checks ask by loopback.
ALLOWED_HOSTS = [*ENV.allowed_hosts, "127.0.0.1"] if ENV.allowed_hosts else ["*"]

# The address to print and to put into QR codes; the embedded server fills it in when it starts.
PUBLIC_URL = str(ENV.public_url).rstrip("/") if ENV.public_url else ""
IS_HTTPS = PUBLIC_URL.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_HTTPS
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENV.num_proxies else None

# --- What is installed -------------------------------------------------------------------------

INSTALLED_APPS = [
    "talisman_companion.apps.CompanionConfig",
    "talisman_companion.web",
    "api",
    "games",
    "games.rules",
    "content",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    # For the operator's admin only; players have seats and tokens, not users.
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "talisman_companion.middleware.HeadMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "talisman_companion.middleware.PagePolicyMiddleware",
    "talisman_companion.middleware.OperatorSessionMiddleware",
    "talisman_companion.middleware.OperatorAuthenticationMiddleware",
    "talisman_companion.middleware.OperatorMessageMiddleware",
]

METRICS = ENV.metrics
if METRICS:
    MIDDLEWARE = [
        "django_prometheus.middleware.PrometheusBeforeMiddleware",
        *MIDDLEWARE,
        "django_prometheus.middleware.PrometheusAfterMiddleware",
    ]
if ENV.log_requests:
    INSTALLED_APPS.append("django_structlog")
    MIDDLEWARE.append("django_structlog.middlewares.RequestMiddleware")

ROOT_URLCONF = "talisman_companion.urls"
WSGI_APPLICATION = "talisman_companion.wsgi.application"
# A redirect to the address with a slash turns a POST into a GET; a 404 says what is wrong.
APPEND_SLASH = False
CSRF_FAILURE_VIEW = "api.errors.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- Where things are kept ---------------------------------------------------------------------

DATABASES: dict[str, dict[str, Any]] = {
    "default": (
        databases.postgresql(str(ENV.database_url), pool=ENV.database_pool)
        if ENV.database_url
        else databases.sqlite(ENV.var / "talisman.sqlite3")
    )
}
# Processes that write to one SQLite file queue here before they begin (games/locking.py).
WRITE_LOCK = None if ENV.database_url else ENV.var / "talisman.sqlite3.lock"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES: dict[str, dict[str, Any]] = {
    "default": (
        {
            "BACKEND": "django_redis.cache.RedisCache",
            "LOCATION": str(ENV.redis_url),
            "KEY_PREFIX": "talisman",
            # A cache that is down slows us; it must not answer 500 for us.
            "OPTIONS": {
                "IGNORE_EXCEPTIONS": True,
                "SOCKET_CONNECT_TIMEOUT": 0.5,
                "SOCKET_TIMEOUT": 0.5,
            },
        }
        if ENV.redis_url
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}

REDIS_URL = str(ENV.redis_url) if ENV.redis_url else ""

# Files that jobs write and phones fetch; never below an address that is served as it lies.
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    "exports": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": ENV.exports or ENV.var / "exports", "base_url": None},
    },
}

# --- Jobs --------------------------------------------------------------------------------------

EXPORT_KEPT_FOR = timedelta(days=ENV.exports_kept_days)
EXPORT_ENDS_WITHIN = timedelta(seconds=ENV.exports_end_within)
EXPORT_LEASE = ENV.exports_lease
EXPORT_SWEEP_EVERY = ENV.exports_sweep
EXPORT_SMALL = ENV.exports_small
EXPORTS_AT_ONCE = ENV.exports_at_once
EXPORTS_KEPT = ENV.exports_kept
EXPORTS_ENTRIES = ENV.exports_entries
# Who writes a file: the process that got the job, or (the embedded server) a child of it.
EXPORT_RUNNER = "games.services.export_runs.export_run"

CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# The row in the database holds a job's state and result; the broker only says "look".
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_DEFAULT_QUEUE = "talisman"
# A worker that is not told which takes all of them; one for large exports leaves the others free.
CELERY_TASK_QUEUES = {
    name: {"exchange": name, "routing_key": name}
    for name in ("talisman", "talisman-exports", "talisman-large")
}
# What waits stays with the broker, where another worker can take it.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# What drawing leaves behind in memory goes now and then.
CELERY_WORKER_MAX_TASKS_PER_CHILD = 200
CELERY_BEAT_SCHEDULE = {
    "tidy-up": {"task": "games.tick", "schedule": 3600.0},
    # One that was not run by then has been followed by others.
    "sweep-exports": {
        "task": "games.sweep_exports",
        "schedule": EXPORT_SWEEP_EVERY,
        "options": {"expires": 3 * EXPORT_SWEEP_EVERY},
    },
}
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Below the visibility timeout, or Redis hands a long task to a second worker (celery #5935).
CELERY_TASK_SOFT_TIME_LIMIT = 25 * 60
CELERY_TASK_TIME_LIMIT = 30 * 60
# A request that finds the broker away is answered at once: the row waits, and is sent again later.
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {"visibility_timeout": 60 * 60, "max_retries": 0, "socket_connect_timeout": 1}
    if REDIS_URL
    else {"polling_interval": 0.1}
)

# --- Languages ---------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "talisman_companion" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# --- Files and pages ---------------------------------------------------------------------------

STATIC_URL = "/static/"
# Served from the packages that bring them: nothing to collect before the first start.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        # Swagger UI draws its icons from data addresses and styles its page in place.
        "img-src": [SELF, "data:"],
        "style-src": [SELF, UNSAFE_INLINE],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- The API -----------------------------------------------------------------------------------

REST_FRAMEWORK = {
    # JSON alone: form parsers break generated Python clients.
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.auth.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.errors.problem_handler",
    "UNAUTHENTICATED_USER": None,
    "NUM_PROXIES": ENV.num_proxies,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "TEST_REQUEST_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Talisman companion",
    "DESCRIPTION": (
        "Keeps the books for people who play Talisman on a real board: what they log is checked "
        "against the rulebook and answered with what happened, why, and what may happen next."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "PREPROCESSING_HOOKS": ["api.schema.only_ours"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "api.schema.with_guide",
        "api.schema.with_examples",
    ],
    "ENUM_NAME_OVERRIDES": {
        "AimKind": ["win", "reach", "gain", "save_life", "most"],
        "Attribute": ["strength", "craft"],
        "BonusWhen": ["always", "battle"],
        "CardPlace": ["stays", "discard", "elsewhere"],
        "CauseKind": ["card", "ability", "house_rule"],
        "EntryKind": ["start", "action", "undo", "redo"],
        "GoodsOfTheAbsent": ["waits", "dropped", "aside"],
        "AdjudicationState": ["refused", "question", "resolved"],
        "BattleResult": ["won", "drawn", "lost", "evaded"],
        "HowApart": ["results", "changes"],
        "HowRead": ["ruling", "alternative"],
        "InnerWay": ["forward", "back", "stay", "declare"],
        "PartOfTurn": ["move", "encounter", "end"],
        "PhaseOfPlay": ["move", "encounter", "end", "over"],
        "OutcomeState": ["resolved", "question", "preview"],
        "QuestionKind": ["roll", "choose", "amount", "draw", "tell", "describe"],
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# --- Logs --------------------------------------------------------------------------------------

configure_structlog()
LOGGING = logging_config(level=ENV.log_level, as_json=ENV.log_format == "json")
