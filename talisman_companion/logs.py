"""Logging: structlog's events and everybody else's records leave through one renderer."""

import re
import sys
from typing import Any

import structlog

# Keys, tokens and links as the server makes them; the last stand in addresses, which are logged.
SECRET = re.compile(r"\b(t[hsvld]_)[A-Za-z0-9_-]{32}(?![A-Za-z0-9_-])")


def without_secrets(
    _logger: Any, _method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """Whoever reads the logs must not be able to fetch a file with them."""
    return {name: masked(value) for name, value in event.items()}


def masked(value: Any) -> Any:
    """
    >>> masked("GET /exports/files/td_" + "x" * 32 + "/")
    'GET /exports/files/td_.../'
    """
    return SECRET.sub(r"\1...", value) if isinstance(value, str) else value


SHARED_PROCESSORS: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def configure_structlog() -> None:
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED_PROCESSORS,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def logging_config(*, level: str, as_json: bool) -> dict[str, Any]:
    """The `LOGGING` setting."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structlog": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED_PROCESSORS,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    without_secrets,
                    *renderers(as_json=as_json),
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structlog"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Replaces Django's own handlers, which mail administrators nobody named.
            "django": {"handlers": [], "propagate": True},
            # Refusals are answers, not faults: only what we broke ourselves is logged.
            "django.request": {"level": "ERROR"},
        },
    }


def renderers(*, as_json: bool) -> list[structlog.typing.Processor]:
    """The last steps; never with local variables, which hold hands and tokens."""
    if as_json:
        without_locals = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        return [
            structlog.processors.ExceptionRenderer(without_locals),
            structlog.processors.JSONRenderer(),
        ]
    return [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    ]
