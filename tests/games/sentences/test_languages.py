"""Every sentence passes through gettext, and everything it asks for can be extracted."""

from __future__ import annotations

import ast
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from games.errors import Busy
from games.sentences import (
    action_label,
    change_label,
    effects_in_words,
    phase_label,
    refusal,
    sentence_of,
    story,
)
from tests.games.sentences.catalogues import compiled
from tests.games.sentences.playing import PACK
from tests.games.sentences.test_render import NAMES, SITES, codes_of, told
from tests.health.files import ROOT

WORDS = ROOT / "games" / "sentences"
SHOUTED = {"gettext", "ngettext", "pgettext", "_"}


def messages() -> Iterator[tuple[str, ...]]:
    """Every text marked for translation: one, or one and several; a context stands before them."""
    for path in sorted(WORDS.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SHOUTED:
                texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                if texts:
                    yield tuple(text for text in texts if isinstance(text, str))


@pytest.fixture
def loud(settings: Any, tmp_path: Path) -> Iterator[None]:
    """A language in which every text begins with a sign that nothing else has."""
    texts = {
        "": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
    }
    for message in messages():
        if len(message) == 1:
            texts[message[0]] = f"¡{message[0]}"
        elif message[0].startswith(("before a", "an empty")):
            texts[f"{message[0]}\x04{message[1]}"] = f"¡{message[1]}"
        else:
            texts[f"{message[0]}\0{message[1]}"] = f"¡{message[0]}\0¡{message[1]}"
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.mo").write_bytes(compiled(texts))
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    settings.LOCALE_PATHS = [tmp_path]
    with override("de"):
        yield


@pytest.mark.usefixtures("loud")
def test_every_sentence_and_label_is_translated() -> None:
    plain = [
        (code, text)
        for site in SITES
        for code in codes_of(site)
        for params in told(site)
        if not (text := sentence_of(code, params, pack=PACK, names=NAMES)).startswith("¡")
    ]
    assert plain == []
    assert phase_label("move") == "¡Move"
    assert action_label("end_turn", {}, PACK) == "¡End the turn"
    assert refusal(Busy(), PACK).startswith("¡")
    assert effects_in_words(PACK.triggers["tatooine-trade"][1].do, PACK) == "¡gain ¡1 Will"
    undone = {"entry": "undo", "undoes": [3], "notes": [], "changes": []}
    assert story(undone, PACK) == "¡Entry 3 is taken back."
    change = {"what": "figure", "id": "A", "field": "craft", "before": 1, "after": 2, "rules": []}
    assert change_label(change, PACK) == "¡Will 1 → 2"


@pytest.mark.usefixtures("loud")
def test_plural_forms_are_those_of_the_language() -> None:
    def misses(turns: int) -> str:
        return sentence_of("lost_turn", {"seat": "A", "turns": turns}, pack=PACK, names=NAMES)

    assert misses(1) == "¡Mace Windu will miss a turn."
    assert misses(2) == "¡Mace Windu will miss 2 turns."


@pytest.mark.usefixtures("loud")
def test_one_sentence_can_be_asked_for_in_another_language() -> None:
    params = {"seat": "A", "dial": "craft", "points": 1}
    said = sentence_of("gained", params, pack=PACK, names=NAMES, language="en")
    assert said == "Mace Windu gains 1 Will."
    assert sentence_of("gained", params, pack=PACK, names=NAMES).startswith("¡")


def test_one_and_several_are_told_in_the_same_words() -> None:
    """A text for one thing may leave its number out, and nothing else."""
    from string import Formatter  # noqa: PLC0415 - used here only

    def fields(text: str) -> set[str]:
        return {field for _, field, _, _ in Formatter().parse(text) if field}

    pairs = [message for message in messages() if len(message) == 2 and "{" in message[1]]
    many = [message for message in pairs if not message[0].startswith("before a")]
    assert len(many) > 25
    assert [message for message in many if not fields(message[0]) <= fields(message[1])] == []


def test_no_text_names_a_thing_that_editions_call_differently() -> None:
    """Family words and an edition's words come from its terms; `{one.fate}`, never `Destiny`."""
    words = {"Destiny", "Galactic", "Credit", "Credits", "Confidant", "Medal", "Medals", "Adversary", "Guide",
             "Force", "Skill", "Skills", "Will", "Health", "Disoriented", "Market", "Mover", "Wayfinder",
             "craft", "life", "fate", "gold", "follower", "followers", "enemy", "enemies", "stranger", "spell",
             "spells", "trophy", "trophies", "toad", "object", "objects", "talisman"}  # fmt: skip
    for message in messages():
        for text in message:
            bare = "".join(part if at % 2 == 0 else " " for at, part in enumerate(_split(text)))
            assert words.isdisjoint(bare.replace(",", " ").replace(".", " ").split()), text


def _split(text: str) -> list[str]:
    """What stands outside and inside of braces, in turns."""
    return [part for piece in text.split("{") for part in piece.split("}")]


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="gettext tools are not installed")
def test_xgettext_finds_every_text(tmp_path: Path) -> None:
    """As makemessages calls it; what it does not find, no translator would see."""
    found = tmp_path / "django.pot"
    keywords = ["gettext_noop", "pgettext:1c,2", "ngettext:1,2", "_"]
    command = [
        "xgettext",
        "--language=Python",
        "--from-code=UTF-8",
        "--no-wrap",
        "--output",
        str(found),
    ]
    command += [f"--keyword={keyword}" for keyword in keywords]
    subprocess.run([*command, *map(str, sorted(WORDS.glob("*.py")))], check=True)
    said = found.read_text(encoding="utf-8")
    for message in messages():
        for text in message:
            quoted = text.replace("\\", "\\\\").replace('"', '\\"')
            assert f'"{quoted}"' in said, text


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext tools are not installed")
def test_an_extracted_catalogue_compiles(tmp_path: Path) -> None:
    catalogue = tmp_path / "django.po"
    lines = ['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n']
    single = dict.fromkeys(message[0] for message in messages() if len(message) == 1)
    lines += [f'#, python-brace-format\nmsgid "{text}"\nmsgstr "{text}"\n' for text in single]
    catalogue.write_text("\n".join(lines), encoding="utf-8")
    subprocess.run(
        ["msgfmt", "--check-format", "--output", str(tmp_path / "x.mo"), str(catalogue)], check=True
    )
