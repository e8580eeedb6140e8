"""Every table, test and battle that the edition prints can be asked about, with every aim that makes sense.

Each answer is held against plain counting (`tests.rules.naive`) wherever that comes to an end in time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from content.consistency.parts import parts_of
from content.library import pack
from content.schema import effects as e
from games.rules.errors import RulesError
from games.rules.legality import rule_of
from games.rules.odds import odds
from games.rules.results import results
from games.rules.runner import Resolved
from games.services.adjudication import action_of, table_of
from games.services.aims import Aims, worth
from games.services.odds import MOST_RUNS, SituationOdds
from tests.rules.naive import Naive, NotEnumerable, TooMany

STAR_WARS = pack("star-wars")
Json = dict[str, Any]
# So many runs of the plain way for one question.
MOST_PLAIN = 250
THOROUGH = 6000
# Spaces on which dice decide something, whoever comes there; each must be counted the plain way too.
WITH_DICE = {
    "mustafar", "kiros", "lothal", "takodana", "canto-bight", "dagobah", "ilum", "ahch-to",
    "stygeon-prime", "moraband", "malachor", "citadel",
}  # fmt: skip
# A twelve there rolls again, so that plain counting never ends.
ENDLESS = {"canto-bight"}
AIMS: list[Json] = [
    {"aim": "win"},
    {"aim": "gain", "what": "strength"},
    {"aim": "save_life"},
    {"aim": "most", "what": "strength"},
    {"aim": "most", "what": "craft"},
]


def rows_of(space: str) -> list[str]:
    """The rows of all tables on a space."""
    return [
        row
        for _, part in parts_of(STAR_WARS.spaces[space])
        if isinstance(part, e.RollWhat)
        for row in part.rows
    ]


def aims_at(space: str, seat: Json) -> Iterator[Aims]:
    """The usual aims, and each row of the space's tables: to be reached, with a token to be avoided."""
    rows = rows_of(space)
    yield from map(Aims.model_validate, AIMS if not seat["fate"] else AIMS[:2])
    for row in rows if not seat["fate"] else rows[:1]:
        aim = {"aim": "reach", "rows": [row], "avoid": bool(seat["fate"])}
        yield Aims.model_validate_json(json.dumps(aim))


def seats_at(space: str) -> Iterator[Json]:
    """Who comes there: of both sides, with and without means to change the dice."""
    for side in ("good", "evil"):
        for fate, gold in ((0, 1), (1, 3)):
            yield {
                "at": space,
                "alignment": side,
                "strength": 4,
                "craft": 5,
                "strength_start": 3,
                "craft_start": 3,
                "life": 3,
                "life_of": 4,
                "fate": fate,
                "gold": gold,
            }


def compared(asked: Json, aim: Aims, most: int = MOST_PLAIN) -> bool:
    """Ask, and count the same the plain way; whether that came to an end."""
    said = SituationOdds.model_validate_json(json.dumps(asked))
    table = table_of(said, said.action.kind)
    action = action_of(table, said.action)
    seat = action.seat
    rule, wants = rule_of(action), {seat: worth(table, seat, aim)}

    found = odds(table, rule, results, wants, given=said.answers, budget=MOST_RUNS, open_ends=True)
    assert sum(found.outcomes.values()) == 1
    naive = Naive(table, rule, results, wants, most)
    try:
        chances, worths = naive.solve(list(said.answers))
    except (TooMany, NotEnumerable, RulesError):
        return False
    assert found.outcomes == chances, (asked, aim)
    assert found.worth == worths[seat], (asked, aim)
    return True


def situation(seat: Json, **more: Any) -> Json:
    return {"seats": {"mace": seat, "maul": {"alignment": "evil", "strength": 4}}, **more}


@pytest.mark.parametrize("space", [space.id for space in STAR_WARS.board.spaces])
def test_whatever_a_space_asks_of_dice_can_be_asked(space: str) -> None:
    plain = 0
    for seat in seats_at(space):
        for number, aim in enumerate(aims_at(space, seat)):
            # Two dice for a base and two for the battle: once is enough.
            thorough = space in WITH_DICE and not number and not seat["fate"]
            most = 0 if space in ENDLESS else THOROUGH if thorough else MOST_PLAIN
            asked = {
                "edition": "star-wars",
                "situation": situation(seat),
                "action": {"kind": "encounter_space"},
            }
            plain += compared(asked, aim, most)
    assert plain or space not in WITH_DICE - ENDLESS, "nothing of it was counted the plain way"


def test_the_spaces_with_dice_are_those() -> None:
    dice = (e.RollTable, e.Fight)
    named = {"emperor", "base_rolled_by_opponent", "test_total"}
    found = {
        space.id
        for space in STAR_WARS.board.spaces
        for _, part in parts_of(space.triggers)
        if isinstance(part, dice) or (isinstance(part, e.Named) and part.rule in named)
    }
    assert found == WITH_DICE


@pytest.mark.parametrize("attribute", ["strength", "craft"])
@pytest.mark.parametrize(("value", "number"), [(2, None), (4, 2)])
@pytest.mark.parametrize("space", ["takobo", "scarif", "naboo", "yavin-4", "utapau", "chandrila"])
def test_a_battle_can_be_asked_about_wherever_it_is_fought(
    space: str, value: int, number: int | None, attribute: str
) -> None:
    enemy: Json = {
        "id": "foe",
        "name": "Foe",
        "type": "enemy",
        "alignment": "evil",
        attribute: value,
    }
    asked = {
        "edition": "star-wars",
        "situation": situation(
            {
                "at": space,
                "alignment": "good",
                "fate": 1,
                "strength": 4,
                "craft": 3,
                "life": 2,
                "life_of": 3,
            },
            cards={"encounter": [enemy | ({"number": number} if number else {})]},
            spaces={space: ["foe"]},
        ),
        "action": {"kind": "encounter_space"},
    }
    for aim in AIMS[:3]:
        compared(asked, Aims.model_validate(aim))


@pytest.mark.parametrize("mine", [2, 4, 6])
@pytest.mark.parametrize("tokens", [(0, 0), (1, 0), (0, 1)])
def test_a_battle_between_characters_can_be_asked_about(mine: int, tokens: tuple[int, int]) -> None:
    asked = {
        "edition": "star-wars",
        "situation": {
            "seats": {
                "mace": {"at": "kiros", "alignment": "good", "strength": mine, "fate": tokens[0]},
                "maul": {
                    "at": "kiros",
                    "alignment": "evil",
                    "strength": 4,
                    "fate": tokens[1],
                    "gold": 1,
                },
            }
        },
        "action": {"kind": "encounter_character", "params": {"other": "maul"}},
    }
    for aim in AIMS:
        compared(asked, Aims.model_validate(aim))


@pytest.mark.parametrize("side", ["good", "evil"])
@pytest.mark.parametrize("kinds", ["", "l", "g", "d", "lg", "ld", "gd", "lgd", "ll", "lll"])
def test_the_emperor_with_every_hand_that_may_be_discarded(side: str, kinds: str) -> None:
    """The best of all ways of discarding is found: as good as the best of them tried one by one."""
    cards = [
        {"id": "light", "name": "Light", "type": "spell", "alignment": "good"},
        {"id": "grey", "name": "Grey", "type": "spell"},
        {"id": "dark", "name": "Dark", "type": "spell", "alignment": "evil"},
    ]
    ids = {"l": "light", "g": "grey", "d": "dark"}
    adds = {"light": 3 if side == "good" else 1, "grey": 2, "dark": 1 if side == "good" else 3}
    hand = [ids[kind] for kind in kinds]

    def chance(craft: int, hand: list[str]) -> Fraction:
        said = SituationOdds.model_validate_json(
            json.dumps(
                {
                    "edition": "star-wars",
                    "situation": situation(
                        {"at": "citadel", "alignment": side, "craft": craft, "spells": hand},
                        cards={"force-skill": cards},
                    ),
                    "action": {"kind": "encounter_space"},
                }
            )
        )
        table = table_of(said, said.action.kind)
        action = action_of(table, said.action)
        aims = {"mace": worth(table, "mace", Aims())}
        return odds(table, rule_of(action), results, aims, open_ends=True).worth[0]

    best = max(
        chance(7 + sum(adds[card] for at, card in enumerate(hand) if which >> at & 1), [])
        for which in range(1 << len(hand))
    )
    assert chance(7, hand) == best


@pytest.mark.parametrize("link", [link.id for link in STAR_WARS.board.links])
def test_every_way_across_can_be_asked_about(link: str) -> None:
    way = next(one for one in STAR_WARS.board.links if one.id == link)
    for action in (
        {"kind": "move", "params": {"gate": link}},
        {"kind": "cross", "params": {"link": link}},
    ):
        seat = {"at": way.from_, "strength": 5, "craft": 6, "life": 2, "life_of": 4, "fate": 1}
        asked = {"edition": "star-wars", "situation": situation(seat), "action": action}
        for aim in (*AIMS, {"aim": "reach", "spaces": [way.to]}):
            said = SituationOdds.model_validate_json(json.dumps(asked))
            table = table_of(said, said.action.kind)
            of = action_of(table, said.action)
            wants = {"mace": worth(table, "mace", Aims.model_validate_json(json.dumps(aim)))}
            found = odds(table, rule_of(of), results, wants, budget=MOST_RUNS, open_ends=True)
            assert sum(found.outcomes.values()) == 1


def test_an_aim_that_makes_no_sense_there_changes_nothing() -> None:
    def moved(run: Resolved) -> bool:
        return run.table.figures["mace"].space != "lothal"

    said = SituationOdds.model_validate_json(
        json.dumps(
            {
                "edition": "star-wars",
                "situation": situation({"at": "lothal"}),
                "action": {"kind": "encounter_space"},
            }
        )
    )
    table = table_of(said, "encounter_space")
    aim = Aims.model_validate_json('{"aim": "reach", "spaces": ["kiros"]}')
    wants = {"mace": worth(table, "mace", aim)}
    found = odds(table, rule_of(action_of(table, said.action)), moved, wants, open_ends=True)

    assert dict(found.outcomes) == {False: Fraction(1)}
    assert found.worth == (Fraction(0),)
