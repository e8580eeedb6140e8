"""Fixtures of the API's tests."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from games.services import odds
from tests.api.cast import Caller, Room, room
from tests.api.evening import evening


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """Attempts are counted in the cache."""
    cache.clear()


@pytest.fixture(autouse=True)
def _time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds are given up after a time; a test does not say how fast a machine is."""
    monkeypatch.setattr(odds, "MOST_SECONDS", 60.0)


@pytest.fixture
def friday(db: None) -> Room:
    """A table on Friday: seats A (Ada) and B (Ben), nothing logged yet."""
    return room()


@pytest.fixture
def nobody() -> Caller:
    """Somebody without a token."""
    return Caller()


@pytest.fixture
def playing(db: None) -> Room:
    """The table once the game has begun: Ada as Mace Windu to move, Ben as Darth Maul."""
    return evening()
