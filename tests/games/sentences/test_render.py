"""Every place that says a code tells what its words need, and nothing unreadable comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from content.library import pack
from games.rules.errors import Problem
from games.sentences import Names, Unworded, action_label, sentence, sentence_of
from games.sentences.notes import NOTES
from games.sentences.problems import PROBLEMS
from games.sentences.render import TEXTS
from games.sentences.texts import By
from tests.games.sentences.codes import Site, sites

PACK = pack("star-wars")
NAMES = Names(
    {"A": "Anna", "B": "Ben", "C": "Cleo"},
    {"A": "mace-windu", "B": "darth-maul"},
    {"c1": "x-wing", "c2": "thug"},
    {"thug": "Thug"},
)

# What a parameter may be, by its name: usually one thing and then several of it.
SAMPLES: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("seat", "other", "active"), ("A", "B")),
    "winner": ("A", None),
    "seats": (["A"], ["A", "B", "C"]),
    "character": ("mace-windu",),
    "characters": (["rey", "count-dooku"],),
    **dict.fromkeys(("space", "at", "to"), ("kiros", "asteroid-field-naboo")),
    "ends": (["kiros"], ["kiros", "scarif"]),
    "region": ("outer",),
    **dict.fromkeys(("gate", "link"), ("mandalore-to-kessel",)),
    "trigger": tuple(PACK.triggers),
    "card": ("blaster", "c2", "thug", None),
    "cards": (["c1", "c2"],),
    "deck": ("encounter", "force-skill"),
    "foe": ("X-Wing", "Cave of Evil"),
    "foes": (["X-Wing", "Thug"],),
    "dial": ("strength", "craft", "life", "fate", "gold"),
    "dials": (["strength", "craft"],),
    "kind": ("enemy", "stranger", "follower", "object", "spell", "event"),
    "type": ("spell", "follower"),
    "alignment": ("good", "neutral", "evil"),
    "direction": ("clockwise", "counterclockwise", None),
    "faces": ([4], [4, 5]),
    "row": ("7", "5-9", "3+", "0-"),
    "by": (2, -1),
    "purpose": ("move", "attack", "enemy", "table"),
    "phase": ("move", "encounter", "end"),
    "needs": (["move"], ["encounter"], ["end"], ["encounter", "end"]),
    "name": ("Blaster",),
    "reason": ("we misread the card",),
    "effects": (PACK.triggers["coruscant-rest"][1].do,),
    "faults": ([{"path": "roll.0", "fault": "too large"}],),
    "alternatives": ((), ("kiros", "scarif")),
    "passed": (True, False),
    "why": ("cannot_pay",),
    "because": ({"seat": "A", "dial": "gold", "price": 3, "has": 1},),
    "mark": ("lead",),
    "piece": ("guard",),
    "printed": (True,),
    "goods": ("waits", "dropped", "aside"),
    "task": ("acquire", "defeat", "discard", "pay"),
    "source": ("card",),
    "options": ([],),
    "chosen": ("x",),
}
# Where a name means something else for one code.
OF_CODE: dict[str, dict[str, tuple[Any, ...]]] = {
    "cause": {"kind": ("card", "ability", "house_rule")},
    "lead_given": {"kind": ("follower", "gold")},
    "no_such_instruction": {"alternatives": ((), ("coruscant-rest",))},
    "not_held": {"alternatives": ((), ("c1", "c2"))},
    "die_out_of_range": {"faces": (6,)},
    "too_few_seats": {"seats": (1,)},
    "setup_step_first": {
        "step": ("choose_character", "deal_spells", "set_up_character"),
        "status": ("waiting", "chosen", "in_play", "dead", "away", "out"),
    },
    "already_done": {"step": ("deal_spells",)},
    "clipped": {"at": (4,)},
    "not_lost": {"at": (3,)},
}
NUMBERS = (1, 2)
# Star Wars has no word for what only the Woodland has.
WOODLAND = {"ask_cancel_reroll", "ask_replenish"}
# These are told to clients only.
DYNAMIC = {
    "ask_offer_*": "trigger",
    "ask_reroll_*": "purpose",
    "ask_roll_again_*": "purpose",
    "ask_discard_*": "kind",
}

UNREADABLE = re.compile(
    r"[{}_]|None|True|False|\bSW-|\b[a-z0-9]+-[a-z0-9]+-|"
    r"\b(craft|fate|gold|follower|enemy|enemies|stranger|spell|trophy|trophies|toad|strength|life)s?\b"
)


def values(site: Site, name: str) -> tuple[Any, ...]:
    if name == "step" and site.told is not None and not site.told & {"seats", "status", "seat"}:
        return ("prepare_board",)
    own = OF_CODE.get(site.code, {}).get(name)
    if own:
        return own
    text = TEXTS.get(site.code)
    if isinstance(text, By) and text.param == name:
        return tuple(text.texts)
    return SAMPLES.get(name, NUMBERS)


def told(site: Site) -> Iterator[dict[str, Any]]:
    """Parameters for a site: each value of each of them at least once."""
    names = sorted(site.told or ())
    for turn in range(max((len(values(site, name)) for name in names), default=1)):
        yield {name: values(site, name)[turn % len(values(site, name))] for name in names}
    if "needs" in names:
        for phase in SAMPLES["phase"]:
            for needs in SAMPLES["needs"]:
                yield {"phase": phase, "needs": needs, "alternatives": ()}


def codes_of(site: Site) -> Iterator[str]:
    if site.code.endswith("*"):
        for value in SAMPLES[DYNAMIC.get(site.code, "purpose")]:
            yield site.code[:-1] + value
    else:
        yield site.code


SITES = sorted(
    {site for site in sites() if site.told is not None and "/services/" not in site.place},
    key=lambda site: (site.code, site.place),
)


def problem_of_text(text: str) -> str | None:
    """What makes a sentence unreadable, if anything does."""
    found = UNREADABLE.search(text)
    return found.group() if found else None


@pytest.mark.parametrize("site", SITES, ids=lambda site: f"{site.code}@{site.place}")
def test_every_place_tells_what_its_words_need(site: Site) -> None:
    for code in codes_of(site):
        for params in told(site):
            text = sentence_of(code, params, pack=PACK, names=NAMES)
            if code not in WOODLAND:
                assert problem_of_text(text) is None, text
            assert text == text.strip()
            assert text[0] == text[0].upper()
            assert "  " not in text
            if site.kind != "option":
                assert text[-1] in ".?", text


def test_a_sentence_is_short() -> None:
    longest = max(
        (sentence_of(code, params, pack=PACK, names=NAMES), code)
        for site in SITES
        for code in codes_of(site)
        for params in told(site)
    )
    assert len(longest[0]) <= 160, longest


# ---------------------------------------------------------------------- what has no words


def test_a_code_without_words_is_an_error_in_tests() -> None:
    with pytest.raises(Unworded, match="no_such_code"):
        sentence_of("no_such_code", {}, pack=PACK)


def test_a_missing_parameter_is_an_error_in_tests() -> None:
    with pytest.raises(Unworded, match="gained"):
        sentence_of("gained", {"seat": "A", "dial": "craft"}, pack=PACK)


@pytest.mark.parametrize(
    ("code", "params", "general"),
    [
        ("no_such_code", {}, "Something happened that the app has no words for."),
        ("gained", {"seat": "A"}, "Something happened that the app has no words for."),
        ("clipped", {"seat": "A", "why": "no such reason"}, "Something happened that the app has no words for."),
        ("cannot_pay", {}, "This is not possible now."),
        ("ask_way", {"steps": None}, "An answer is needed."),
        ("ask_nothing_known", {}, "An answer is needed."),
        ("option_buy", {}, "This one"),
        ("gate_open", {"gate": "no-such-gate"}, "Something happened that the app has no words for."),
        ("gained", {"seat": "A", "points": "one", "dial": "craft"}, "Something happened that the app has no words for."),
    ],
)  # fmt: skip
def test_in_play_a_general_sentence_stands_in(
    settings: Any, code: str, params: Mapping[str, Any], general: str
) -> None:
    settings.SENTENCES_STRICT = False
    assert sentence_of(code, params, pack=PACK) == general


def test_an_action_without_a_label_has_a_general_one(settings: Any) -> None:
    settings.SENTENCES_STRICT = False
    general = "Something happened that the app has no words for."
    assert action_label("no_such_action", {}, PACK) == general


def test_braces_that_people_type_are_left_as_they_are() -> None:
    said = sentence_of("set_by_hand", {"seat": "A", "reason": "{seat} {0} %s"}, pack=PACK)
    assert said == "Set by hand: {seat} {0} %s."


def test_a_card_in_another_hand_has_no_name() -> None:
    refused = Problem("spell_of_other_side", (), {"card": "c9"})
    assert sentence(refused, PACK) == "A card is for the other side."


def test_the_parts_are_all_there() -> None:
    assert len(NOTES) + len(PROBLEMS) > 150
