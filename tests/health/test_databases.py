import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db.utils import ConnectionHandler
from pytest_django import DjangoDbBlocker

from talisman_companion import databases


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 20_000)],
)
def test_a_sqlite_file_is_opened_with_our_pragmas(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker, pragma: str, value: object
) -> None:
    database = ConnectionHandler({"default": databases.sqlite(tmp_path / "t.sqlite3")})["default"]
    with django_db_blocker.unblock(), database.cursor() as cursor:
        cursor.execute(f"PRAGMA {pragma}")
        assert cursor.fetchone() == (value,)
    database.close()


def test_a_transaction_takes_the_write_lock_at_its_start(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    """A transaction that first reads and then writes cannot wait for another's lock, only fail."""
    handler = ConnectionHandler({"default": databases.sqlite(tmp_path / "t.sqlite3")})
    database = handler["default"]
    with django_db_blocker.unblock():
        database.ensure_connection()
        database.set_autocommit(
            autocommit=False, force_begin_transaction_with_broken_autocommit=True
        )
        with closing(sqlite3.connect(tmp_path / "t.sqlite3", timeout=0)) as other:
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
            database.rollback()
            database.set_autocommit(autocommit=True)
            other.execute("BEGIN IMMEDIATE")
    database.close()


def test_connections_of_sqlite_stay_open_between_requests(tmp_path: Path) -> None:
    assert databases.sqlite(tmp_path / "t.sqlite3")["CONN_MAX_AGE"] is None


def test_postgresql_uses_a_pool_and_no_persistent_connections() -> None:
    database = databases.postgresql("postgresql://someone:pw@db:5433/talisman", pool=True)
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db", 5433, "talisman")
    assert database["CONN_MAX_AGE"] == 0
    assert database["CONN_HEALTH_CHECKS"] is True
    assert database["OPTIONS"]["pool"]["max_size"] == 12


def test_workers_get_no_pool() -> None:
    database = databases.postgresql("postgresql://db/talisman", pool=False)
    assert "pool" not in database.get("OPTIONS", {})
