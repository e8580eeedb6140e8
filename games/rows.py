"""The few statements that every action sends, written once instead of compiled anew each time.

Compiling a statement costs the ORM four times what SQLite needs to run it; an action sends six.
Values still pass through the model's fields, so both databases get what the ORM would send them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, TypeVar

from django.db import connection
from django.db.models import CharField, Field, IntegerField, Model

# Text and numbers go to the database as they are; a foreign key, JSON or a time does not.
_AS_THEY_ARE = (CharField, IntegerField)

T = TypeVar("T")


def insert(model: type[Model], **values: Any) -> None:
    """Add a row; columns that are not named take no default."""
    fields = [_field(model, name) for name in values]
    with connection.cursor() as cursor:
        cursor.execute(_insert(model, tuple(values)), _ready(fields, values))


def insert_many(
    model: type[Model],
    names: tuple[str, ...],
    rows: Iterable[Sequence[Any]],
    *,
    written: Collection[str] = (),
    at_once: int = 500,
) -> None:
    """Add any number of rows, of which only so many are in memory.

    Args:
        model: Whose.
        names: Its columns, in the order of the values.
        rows: The values.
        written: Columns of JSON that come as text.
        at_once: How many go with one statement.
    """
    fields = {name: _field(model, name) for name in names}
    made = [
        (at, fields[name])
        for at, name in enumerate(names)
        if not (name in written or isinstance(fields[name], _AS_THEY_ARE))
    ]
    text = _insert(model, names)
    with connection.cursor() as cursor:
        # Django keeps every row that it was given until the statement has ended.
        for batch in batched(rows, at_once):
            ready = [list(row) for row in batch]
            for values in ready:
                for at, field in made:
                    values[at] = field.get_db_prep_save(values[at], connection)
            cursor.executemany(text, ready)


def batched(rows: Iterable[T], at_once: int) -> Iterator[list[T]]:
    """So many at a time.

    >>> list(batched("abc", 2))
    [['a', 'b'], ['c']]
    """
    rest = iter(rows)
    while batch := list(islice(rest, at_once)):
        yield batch


def upsert(model: type[Model], rows: Sequence[dict[str, Any]], keys: tuple[str, ...]) -> None:
    """Add rows, or change those that are there under the same keys, in one statement."""
    if not rows:
        return
    names = tuple(rows[0])
    fields = [_field(model, name) for name in names]
    params = [param for row in rows for param in _ready(fields, row)]
    with connection.cursor() as cursor:
        cursor.execute(_upsert(model, names, keys, len(rows)), params)


def update(model: type[Model], where: dict[str, Any], values: dict[str, Any]) -> int:
    """Change the rows whose columns are all as `where` says.

    Returns:
        How many there were.
    """
    fields = [_field(model, name) for name in values]
    keys = [_field(model, name) for name in where]
    with connection.cursor() as cursor:
        cursor.execute(
            _update(model, tuple(values), tuple(where)),
            _ready(fields, values) + _ready(keys, where),
        )
        return int(cursor.rowcount)


def select(
    model: type[Model], columns: tuple[str, ...], where: dict[str, Any], *, lock: bool = False
) -> tuple[Any, ...] | None:
    """Plain columns (text and numbers) of the one row whose columns are all as `where` says."""
    keys = [_field(model, name) for name in where]
    text = _select(model, columns, tuple(where))
    if lock and connection.features.has_select_for_update:
        text += " FOR UPDATE"
    with connection.cursor() as cursor:
        cursor.execute(text, _ready(keys, where))
        found: tuple[Any, ...] | None = cursor.fetchone()
        return found


def column(model: type[Model], name: str) -> str:
    """The name of a column with that of its table."""
    return f"{table(model)}.{_column(model, name)}"


def ready(model: type[Model], name: str, value: Any) -> Any:
    """A value as the database takes it for a column."""
    return _field(model, name).get_db_prep_save(value, connection)


def _field(model: type[Model], name: str) -> Field[Any, Any]:
    return model._meta.get_field(name)  # type: ignore[return-value]  # noqa: SLF001 - Django's public API


def _ready(fields: list[Field[Any, Any]], values: dict[str, Any]) -> list[Any]:
    return [
        value if isinstance(field, _AS_THEY_ARE) else field.get_db_prep_save(value, connection)
        for field, value in zip(fields, values.values(), strict=True)
    ]


def table(model: type[Model]) -> str:
    """The name of a model's table, for statements that join several."""
    return _quoted(model._meta.db_table)  # noqa: SLF001 - Django's public API


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _column(model: type[Model], name: str) -> str:
    return _quoted(str(_field(model, name).column))


# Every name below is a model's or a column's, from code; what people sent goes as parameters.


@lru_cache(maxsize=64)
def _insert(model: type[Model], names: tuple[str, ...]) -> str:
    columns = ", ".join(_column(model, name) for name in names)
    marks = ", ".join(["%s"] * len(names))
    return f"INSERT INTO {table(model)} ({columns}) VALUES ({marks})"  # noqa: S608


@lru_cache(maxsize=128)
def _upsert(model: type[Model], names: tuple[str, ...], keys: tuple[str, ...], count: int) -> str:
    columns = ", ".join(_column(model, name) for name in names)
    marks = ", ".join(["(" + ", ".join(["%s"] * len(names)) + ")"] * count)
    unique = ", ".join(_column(model, name) for name in keys)
    rest = [_column(model, name) for name in names if name not in keys]
    sets = ", ".join(f"{name} = excluded.{name}" for name in rest)
    into = f"INSERT INTO {table(model)} ({columns}) VALUES {marks}"  # noqa: S608
    return f"{into} ON CONFLICT ({unique}) DO UPDATE SET {sets}"


@lru_cache(maxsize=512)
def _update(model: type[Model], names: tuple[str, ...], keys: tuple[str, ...]) -> str:
    sets = ", ".join(f"{_column(model, name)} = %s" for name in names)
    return f"UPDATE {table(model)} SET {sets} WHERE {_where(model, keys)}"  # noqa: S608


@lru_cache(maxsize=64)
def _select(model: type[Model], names: tuple[str, ...], keys: tuple[str, ...]) -> str:
    columns = ", ".join(_column(model, name) for name in names)
    return f"SELECT {columns} FROM {table(model)} WHERE {_where(model, keys)}"  # noqa: S608


def _where(model: type[Model], keys: tuple[str, ...]) -> str:
    return " AND ".join(f"{_column(model, name)} = %s" for name in keys)
