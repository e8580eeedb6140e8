"""Everything the server reads from its environment, typed, in one place."""

import difflib
import os
from pathlib import Path
from typing import Annotated, Literal, Self

from django.core.exceptions import ImproperlyConfigured
from pydantic import (
    Field,
    HttpUrl,
    NonNegativeInt,
    PositiveFloat,
    PositiveInt,
    PostgresDsn,
    RedisDsn,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

BASE_DIR = Path(__file__).resolve().parent.parent
PREFIX = "TALISMAN_"


class Env(BaseSettings):
    """One field per variable; the variable is the field's name in capitals after `TALISMAN_`."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, hide_input_in_errors=True)

    debug: bool = False
    secret_key: SecretStr | None = Field(default=None, min_length=20)
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = ()
    public_url: HttpUrl | None = None
    num_proxies: NonNegativeInt = 0

    var: Path = BASE_DIR / "var"
    database_url: PostgresDsn | None = None
    database_pool: bool = True
    test_database_url: PostgresDsn | None = None
    redis_url: RedisDsn | None = None

    # Exports. Where their files lie (`exports` below `var`, if it is not said), and how much of a
    # host's they may be: unfinished at once, files kept, and log entries in all of these.
    exports: Path | None = None
    exports_kept_days: PositiveFloat = 7
    exports_at_once: PositiveInt = 10
    exports_kept: PositiveInt = 50
    exports_entries: PositiveInt = 2_000_000
    # Up to so many entries an export is small, and waits for other small ones only.
    exports_small: PositiveInt = 5_000
    # Seconds: a worker that is not heard of for so long is given up; how often that is looked for;
    # and when an export has ended, whatever happens.
    exports_lease: PositiveFloat = 30
    exports_sweep: PositiveFloat = 10
    exports_end_within: PositiveFloat = 3600

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "WARNING"
    log_format: Literal["console", "json"] = "console"
    log_requests: bool = False
    metrics: bool = False

    @field_validator("allowed_hosts", mode="before")
    @classmethod
    def split_at_commas(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(host.strip() for host in value.split(",") if host.strip())
        return value

    @field_validator("log_level", mode="before")
    @classmethod
    def in_capitals(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @model_validator(mode="after")
    def shared_database_needs_its_own_secrets(self) -> Self:
        """A key made on the spot would differ between the machines that share a database."""
        if self.database_url is None:
            return self
        needed = {"secret_key": self.secret_key, "allowed_hosts": self.allowed_hosts}
        missing = [variable(name) for name, value in needed.items() if not value]
        if missing:
            message = (
                f"{variable('database_url')} is set, so {' and '.join(missing)} must be set too"
            )
            raise ValueError(message)
        return self


def variable(field: str) -> str:
    """The environment variable that sets a field."""
    return PREFIX + field.upper()


def read_env() -> Env:
    """Read the environment or say in one sentence what is wrong with it.

    Raises:
        ImproperlyConfigured: A variable with our prefix is unknown, or a value does not fit.
    """
    known = [variable(field) for field in Env.model_fields]
    # pydantic-settings ignores names it does not know; a misspelt one must not pass silently.
    for name in sorted(os.environ):
        if name.upper().startswith(PREFIX) and name.upper() not in known:
            close = difflib.get_close_matches(name.upper(), known, n=1, cutoff=0.8)
            hint = f"did you mean {close[0]}?" if close else f"it knows {', '.join(known)}."
            message = f"{name} is not a setting of this server; {hint}"
            raise ImproperlyConfigured(message)
    try:
        return Env()
    except ValidationError as error:
        raise ImproperlyConfigured("; ".join(sentences(error))) from None


def sentences(error: ValidationError) -> list[str]:
    """One sentence a problem, without the value: it may be a secret."""
    return [
        f"{variable(str(problem['loc'][0]))} is not valid: {problem['msg']}"
        if problem["loc"]
        else problem["msg"].removeprefix("Value error, ")
        for problem in error.errors(include_input=False, include_url=False)
    ]
