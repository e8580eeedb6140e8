"""Names and reasons: what people can read, and nothing that bends the page it stands on."""

from __future__ import annotations

import pytest

from content.schema.text import in_lines, looks_like, one_line

UNSEEN = ["\u200b", "\u00ad", "\u200e\u200f", "\u3164", "\u2800", "\u0301", "\u2060 \u2060"]
UNRULY = ["a\x07b", "a\x1b[31mb", "a\u2028b", "a\u2029b", "\u202eevil", "a\u2066b", "\ufeffAnn", "a\x85b"]  # fmt: skip
PLAIN = ["Ann", "Zoë", "e\u0301", "مرحبا", "שלום\u200f", "👩‍👩‍👧‍👦", "می‌خواهم", "Ａ", "<b>", "%s", "{{7}}"]  # fmt: skip


@pytest.mark.parametrize("text", [*UNSEEN, *UNRULY])
def test_what_does_not_show_or_bends_the_line_is_no_text(text: str) -> None:
    for reader in (one_line, in_lines):
        with pytest.raises(ValueError, match="must stand here"):
            reader(text)


@pytest.mark.parametrize("text", PLAIN)
def test_every_script_may_be_written(text: str) -> None:
    assert one_line(text) == in_lines(text) == text


def test_only_a_note_has_lines() -> None:
    assert in_lines("one\n\ttwo") == "one\n\ttwo"
    with pytest.raises(ValueError, match="control"):
        one_line("one\ntwo")


@pytest.mark.parametrize("name", ["ann", "ANN", "An\u200bn", "\u200fAnn", "Ａnn", " Ann "])
def test_names_that_look_alike_are_one(name: str) -> None:
    assert looks_like(name) == looks_like("Ann")
    assert looks_like(name) != looks_like("Anna")
