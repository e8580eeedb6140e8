"""The two kinds of places, started once for all tests that need them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.jobs.places import Place, embedded, with_workers

KINDS = {"workers": with_workers, "embedded": embedded}


@pytest.fixture(scope="session", params=list(KINDS))
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    """A server with a Redis and a worker for each queue, and one that has nobody else."""
    with KINDS[request.param](tmp_path_factory.mktemp(request.param)) as found:
        yield found
