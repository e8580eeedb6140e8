"""Fixtures every test may use."""

import pytest

# Helpers that assert for the tests say what they compared, as tests do.
pytest.register_assert_rewrite(
    "tests.builders", "tests.played", "tests.rules.cases", "tests.api.crowd"
)
