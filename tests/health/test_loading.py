"""A process that serves has read the packs, and the collector leaves them alone."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator

import pytest

from content.library import pack
from content.loader import PackError
from talisman_companion import loading

SERVING = """
import gc
from talisman_companion.wsgi import application
from content.library import pack
before = pack.cache_info()
pack("star-wars")
print(callable(application), pack.cache_info().misses - before.misses)
print(gc.get_freeze_count() > 50_000, gc.get_threshold()[0])
"""


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    kept = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*kept)


def test_the_application_comes_with_its_packs_read_and_set_apart() -> None:
    told = subprocess.run(
        [sys.executable, "-c", SERVING], capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == ["True", "0", "True", str(loading.YOUNG)]


def test_what_is_there_is_set_apart_and_what_comes_later_is_not() -> None:
    kept = [object(), [1]]
    loading.settle()
    assert not any(one is kept for one in gc.get_objects())
    later = [kept]
    assert any(one is later for one in gc.get_objects())


def test_a_pack_that_cannot_be_read_does_not_keep_the_server_from_starting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def unreadable(edition: str) -> None:
        asked.append(edition)
        raise PackError([])

    monkeypatch.setattr(loading, "pack", unreadable)
    monkeypatch.setattr(loading, "editions", lambda: ("one", "two"))
    loading.settle()
    assert asked == ["one", "two"]
    assert pack("star-wars").edition.id == "star-wars"
