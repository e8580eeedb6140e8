"""`pytest tests/playthroughs --rerecord` writes what is expected anew; read the difference before it is kept."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rerecord", action="store_true", help="write the expected transcripts and stories anew"
    )
