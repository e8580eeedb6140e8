from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from talisman_companion.env import read_env

DATABASE = "postgresql://talisman:secret@db:5432/talisman"
KEY = "a-key-of-more-than-twenty-characters"


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SECRET_KEY", "DATABASE_URL", "TEST_DATABASE_URL", "ALLOWED_HOSTS", "LOG_LEVEL"):
        monkeypatch.delenv(f"TALISMAN_{name}", raising=False)


def test_nothing_needs_to_be_set() -> None:
    env = read_env()
    assert env.database_url is None
    assert env.redis_url is None
    assert env.debug is False


def test_a_misspelt_variable_is_refused_with_a_suggestion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALISMAN_SECRETKEY", KEY)
    with pytest.raises(ImproperlyConfigured) as refusal:
        read_env()
    assert str(refusal.value) == (
        "TALISMAN_SECRETKEY is not a setting of this server; did you mean TALISMAN_SECRET_KEY?"
    )


def test_an_unknown_variable_is_refused_with_the_known_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TALISMAN_XYZZY", "1")
    with pytest.raises(ImproperlyConfigured, match=r"TALISMAN_XYZZY .* it knows TALISMAN_DEBUG, "):
        read_env()


def test_other_programs_variables_are_none_of_our_business(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", DATABASE)
    assert read_env().database_url is None


def test_a_value_that_does_not_fit_is_named_but_not_repeated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TALISMAN_DATABASE_URL", "mysql://root:hunter2@db/talisman")
    with pytest.raises(
        ImproperlyConfigured, match=r"^TALISMAN_DATABASE_URL is not valid: "
    ) as refusal:
        read_env()
    assert "hunter2" not in str(refusal.value)


def test_a_shared_database_needs_a_key_and_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALISMAN_DATABASE_URL", DATABASE)
    with pytest.raises(ImproperlyConfigured) as refusal:
        read_env()
    assert str(refusal.value) == (
        "TALISMAN_DATABASE_URL is set, so TALISMAN_SECRET_KEY and TALISMAN_ALLOWED_HOSTS "
        "must be set too"
    )


def test_lists_are_written_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALISMAN_DATABASE_URL", DATABASE)
    monkeypatch.setenv("TALISMAN_SECRET_KEY", KEY)
    monkeypatch.setenv("TALISMAN_ALLOWED_HOSTS", "play.example.org, 10.0.0.7")
    assert read_env().allowed_hosts == ("play.example.org", "10.0.0.7")


def test_the_level_of_logs_may_be_written_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALISMAN_LOG_LEVEL", "info")
    assert read_env().log_level == "INFO"


def test_variables_may_be_relative_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALISMAN_VAR", "elsewhere")
    assert read_env().var == Path("elsewhere")
