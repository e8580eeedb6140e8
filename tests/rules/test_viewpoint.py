"""Who sees what of an entry and of a table, where tests over HTTP do not come by."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.rules.asks import Ask, Choose, Roll
from games.rules.changes import Change, Note
from games.rules.table import Placement
from games.rules.terms import Zone
from games.rules.viewpoint import (
    Viewer,
    masked,
    may_be_same,
    sees_whole,
    shows_a_hand,
    unmasked,
    view_entry,
    view_entry_text,
    view_notes,
    view_table,
)
from tests.builders import a_table
from tests.packs import pack_named

ANN, BOB, SCREEN, ALL = Viewer("ann"), Viewer("bob"), Viewer(), Viewer(sees_all=True)
OTHERS = [BOB, SCREEN]


def test_dark_fate_is_seen_where_the_box_has_it() -> None:
    fates = view_table(a_table("fates", ann={"dark_fate": 2}, bob={}), BOB)
    plain = view_table(a_table("plain", ann={}, bob={}), BOB)

    assert [seat["dark_fate"] for seat in fates["seats"]] == [2, 0]
    assert all("dark_fate" not in seat for seat in plain["seats"])


def test_a_note_for_one_seat_is_left_out_for_others() -> None:
    said = Note("drew_spells", {"count": 1}, ("TT-TOLD-1",))
    secret = Note("drew", {"card": "mist"}, (), "ann")
    entry = {
        "params": {},
        "answers": [],
        "changes": [],
        "notes": [said.to_json(), secret.to_json()],
    }

    public, hidden = masked(entry, (), a_table("plain", ann={}, bob={}).pack, "ann")

    assert "mist" not in json.dumps(public)
    assert (sees_whole(hidden, ANN), sees_whole(hidden, BOB)) == (True, False)
    assert view_entry(public, hidden, ANN)["notes"] == entry["notes"]
    assert view_entry(public, hidden, BOB)["notes"] == [said.to_json()]
    assert unmasked(public, hidden) == entry
    text = view_entry_text(json.dumps(public), json.dumps(hidden), BOB)
    assert json.loads(text)["notes"] == [said.to_json()]
    assert view_entry_text('{"notes": []}', "{}", BOB) == '{"notes": []}'
    assert view_notes([said, secret], BOB) == [said]
    assert view_notes([said, secret], ANN) == [said, secret]


def test_whoever_draws_a_card_first_has_described_it() -> None:
    seen = {"id": "mist", "name": "Mist", "type": "spell"}
    entry = {
        "params": {},
        "answers": [],
        "changes": [
            Change("fact", "card:mist", "value", None, seen).to_json(),
            Change("fact", "deck:mist", "value", None, "spells").to_json(),
            *(
                Change(
                    "card", key, "place", None, ["spells", "mist", "hand", seat, None, 1]
                ).to_json()
                for key, seat in (("c1", "ann"), ("c2", "bob"))
            ),
        ],
        "notes": [],
    }

    public, hidden = masked(entry, (), a_table("plain", ann={}, bob={}).pack, "ann")
    of_ann, of_bob = (view_entry(public, hidden, viewer)["changes"] for viewer in (ANN, BOB))

    assert [change.get("after") for change in of_ann[:2]] == [seen, "spells"]
    assert "Mist" not in json.dumps(of_bob)
    assert unmasked(public, hidden) == entry


def test_what_was_told_of_params_is_whole_to_its_own_seat() -> None:
    hidden = {"params": {"seat": "ann", "value": {}}}

    assert (sees_whole(hidden, ANN), sees_whole(hidden, BOB)) == (True, False)


def test_a_card_out_of_a_hand_lays_the_hand_open() -> None:
    held = Placement("spells", "mist", Zone.HAND, "ann", None, 1).to_json()
    thrown = Placement("spells", "mist", Zone.DISCARD, None, None, 2).to_json()
    unseen = Placement("spells", None, Zone.DISCARD, None, None, 2).to_json()
    gold = Change("figure", "ann", "gold", 1, 2, ())

    assert shows_a_hand([gold, Change("card", "c1", "place", held, thrown, ())], BOB)
    assert not shows_a_hand([gold, Change("card", "c1", "place", held, thrown, ())], ANN)
    assert not shows_a_hand([Change("card", "c1", "place", held, unseen, ())], BOB)
    assert not shows_a_hand([Change("card", "c1", "place", None, thrown, ())], BOB)
    assert not shows_a_hand([gold], ALL)
    assert shows_a_hand([Change("card", "c1", "place", held, thrown, ())], SCREEN)
    assert not shows_a_hand([Change("card", "c1", "place", held, thrown, ())], ALL)


def test_what_was_no_hand_or_stays_one_lays_none_open() -> None:
    held = Placement("market", "sword", Zone.HELD, "ann", None, 1).to_json()
    lost = Placement("market", "sword", Zone.SPACE, None, "inn", 2).to_json()
    unseen = Placement("spells", None, Zone.HAND, "ann", None, 1).to_json()
    named = Placement("spells", "mist", Zone.HAND, "ann", None, 1).to_json()

    for before, after in ((held, lost), (unseen, named), (named, None)):
        assert shows_a_hand([Change("card", "c1", "place", before, after, ())], BOB) is False


def test_a_card_unseen_may_be_any_card_of_that_hand() -> None:
    mist = Placement("spells", "mist", Zone.HAND, "ann", None, 1).to_json()
    some = Placement("spells", None, Zone.HAND, "ann", None, 1).to_json()
    other = Placement("spells", None, Zone.HAND, "bob", None, 1).to_json()
    lying = Placement("spells", None, Zone.DISCARD, "ann", None, 1).to_json()

    assert may_be_same("card", "c1", mist, some)
    assert may_be_same("card", "c1", some, mist)
    assert not may_be_same("card", "c1", mist, mist)
    assert not may_be_same("card", "c1", mist, other)
    assert not may_be_same("card", "c1", lying, lying)
    assert not may_be_same("card", "c1", None, some)
    assert not may_be_same("card", "c1", some, None)
    assert may_be_same("figure", "ann", mist, some) is False
    assert may_be_same("fact", "card:dream", 1, 2)
    assert may_be_same("fact", "deck:dream", 1, 2)
    assert not may_be_same("fact", "copies:robe", 1, 2)


def test_an_unseen_card_elsewhere_is_not_one_of_a_hand() -> None:
    """Not even before a seat that is called so."""
    mist = Placement("spells", "mist", Zone.HAND, "hand", None, 1).to_json()
    lying = Placement("spells", None, Zone.HELD, "hand", None, 1).to_json()
    known = Placement("spells", "mist", Zone.HELD, "hand", None, 1).to_json()
    older = Placement("spells", None, Zone.HAND, "hand", None, 2).to_json()

    assert not may_be_same("card", "c1", mist, lying)
    assert not may_be_same("card", "c1", known, lying)
    assert not may_be_same("card", "c1", mist, older)


# ---------------------------------------------------------------------- what is masked in an entry

PLAIN = pack_named("plain")


def an_entry(**parts: Any) -> dict[str, Any]:
    return {"params": {}, "answers": [], "changes": [], "notes": [], **parts}


def placed(before: list[Any] | None, after: list[Any] | None, key: str = "c1") -> dict[str, Any]:
    return Change("card", key, "place", before, after).to_json()


def lies(
    card: str | None, zone: Zone, seat: str | None = None, space: str | None = None, at: int = 1
) -> list[Any]:
    return Placement("spells", card, zone, seat, space, at).to_json()


def fact(key: str, value: Any) -> dict[str, Any]:
    return Change("fact", key, "value", None, value).to_json()


def split(
    entry: dict[str, Any], *asked: Ask, seat: str = "ann"
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What everybody may read and what was masked, which together are the entry again."""
    public, secret = masked(entry, asked, PLAIN, seat)
    assert unmasked(public, secret) == entry
    return public, secret


IN_HAND = lies("mist", Zone.HAND, "ann")
UNNAMED = lies(None, Zone.HAND, "ann")
PLAYED = lies("mist", Zone.DISCARD, at=2)
DRAWN = lies(None, Zone.DISCARD)


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (placed(None, IN_HAND), placed(None, UNNAMED)),
        (placed(UNNAMED, IN_HAND), placed(UNNAMED, UNNAMED)),
        (placed(IN_HAND, PLAYED), placed(UNNAMED, PLAYED)),
        (placed(PLAYED, IN_HAND), placed(PLAYED, UNNAMED)),
        (placed(IN_HAND, None), placed(UNNAMED, None)),
    ],
    ids=["drawn", "named", "played", "taken up", "put back"],
)
def test_which_card_a_hand_holds_is_masked_and_where_else_it_lies_is_not(
    change: dict[str, Any], shown: dict[str, Any]
) -> None:
    public, secret = split(an_entry(changes=[change]), seat="bob")

    assert public["changes"] == [shown]
    assert secret == {"changes": {"0": {"seat": "ann", "value": change}}}
    assert view_entry(public, secret, ANN)["changes"] == [change]
    assert [view_entry(public, secret, viewer)["changes"] for viewer in OTHERS] == [[shown]] * 2


@pytest.mark.parametrize(
    "change",
    [
        placed(None, UNNAMED),
        placed(UNNAMED, DRAWN),
        placed(UNNAMED, PLAYED),
        placed(lies("mist", Zone.HELD, "ann"), lies("mist", Zone.SPACE, None, "inn")),
        Change("figure", "ann", "gold", 1, 2).to_json(),
        fact("copies:rope", 2),
    ],
)
def test_whatever_tells_of_no_hand_is_masked_nowhere(change: dict[str, Any]) -> None:
    entry = an_entry(changes=[change])

    assert split(entry) == (entry, {})


def test_the_change_that_is_masked_is_masked_at_its_place() -> None:
    gold = Change("figure", "ann", "gold", 1, 2).to_json()
    public, secret = split(an_entry(changes=[gold, placed(None, IN_HAND)]))

    assert public["changes"] == [gold, placed(None, UNNAMED)]
    assert list(secret["changes"]) == ["1"]


DREAM = {"id": "dream", "name": "Dream", "type": "spell"}
DESCRIBED = [fact("card:dream", DREAM), fact("deck:dream", "spells")]
DREAMT = placed(None, lies("dream", Zone.HAND, "ann"))
NOTHING: dict[str, Any] = {
    "what": "fact",
    "id": "hidden",
    "field": "value",
    "before": None,
    "after": None,
    "rules": [],
}


def test_what_somebody_describes_for_another_is_seen_by_who_holds_it() -> None:
    """Bob logs what Ann has drawn."""
    public, secret = split(an_entry(changes=[*DESCRIBED, DREAMT]), seat="bob")

    assert public["changes"][:2] == [NOTHING, NOTHING]
    assert view_entry(public, secret, ANN)["changes"] == [*DESCRIBED, DREAMT]
    for viewer in OTHERS:
        assert "dream" not in json.dumps(view_entry(public, secret, viewer)).lower()


def test_what_is_described_and_drawn_by_nobody_is_seen_by_who_says_so() -> None:
    public, secret = split(an_entry(changes=DESCRIBED), seat="bob")

    assert {part["seat"] for part in secret["changes"].values()} == {"bob"}
    assert view_entry(public, secret, BOB)["changes"] == DESCRIBED
    assert view_entry(public, secret, ANN)["changes"] == public["changes"]


def test_a_copy_that_lies_elsewhere_tells_nobody_of_one_in_a_hand() -> None:
    aside = placed(None, lies("dream", Zone.DISCARD), key="c1")
    held = placed(None, lies("dream", Zone.HAND, "ann", at=2), key="c2")
    back = placed(lies("mist", Zone.DISCARD), None, key="c3")

    _, secret = split(an_entry(changes=[*DESCRIBED, aside, held, back]), seat="bob")

    assert {at: part["seat"] for at, part in secret["changes"].items()} == {
        "0": "ann",
        "1": "ann",
        "3": "ann",
    }


def test_a_card_of_an_open_deck_is_described_to_everybody() -> None:
    boat = {"id": "boat", "name": "Boat", "type": "object"}
    entry = an_entry(changes=[fact("card:boat", boat), fact("deck:boat", "adventure")])

    assert split(entry) == (entry, {})


def asked(*, secret: bool) -> Ask:
    text = Note("ask_what", {})
    return Choose(key="TT-X-1:what:ann", seat="ann", text=text, secret=secret)


def test_of_the_answer_to_a_secret_question_others_read_who_gave_it() -> None:
    said = {"key": "TT-X-1:what:ann", "by": "Ann", "cause": {"kind": "card", "name": "X"}}
    rolled = {"key": "TT-X-1:roll:ann", "roll": [3], "rolled_by": "server"}
    answers = [{**rolled}, {**said, "choose": "cast-c1"}]
    roll = Roll(key="TT-X-1:roll:ann", seat="ann", text=Note("ask_roll", {}))

    public, secret = split(an_entry(answers=answers), roll, asked(secret=True), seat="bob")

    assert public["answers"] == [rolled, {**said, "hidden": True}]
    assert secret == {"answers": {"1": {"seat": "ann", "value": answers[1]}}}
    assert view_entry(public, secret, ANN)["answers"] == answers
    for viewer in OTHERS:
        assert view_entry(public, secret, viewer)["answers"] == public["answers"]


def test_dice_rolled_in_secret_are_the_seats_own_but_not_who_rolled_them() -> None:
    answer = {"key": "TT-X-1:what:ann", "roll": [3], "rolled_by": "server"}
    public, _ = split(an_entry(answers=[answer]), asked(secret=True))

    assert public["answers"] == [{"key": "TT-X-1:what:ann", "rolled_by": "server", "hidden": True}]


def test_what_is_answered_openly_is_read_by_all() -> None:
    entry = an_entry(answers=[{"key": "TT-X-1:what:ann", "choose": "keep"}])

    assert split(entry, asked(secret=False)) == (entry, {})


def put_in(seat: str, **more: Any) -> dict[str, Any]:
    return {"zone": "hand", "seat": seat, **more}


ROPE = {"card": "rope", "zone": "space", "space": "inn"}
SETTING = {
    "reason": "we forgot",
    "cards": [put_in("ann", card="mist"), ROPE, put_in("ann", new=DREAM, deck="spells")],
}


def test_cards_put_into_a_hand_by_hand_are_masked_in_what_was_asked_for() -> None:
    public, secret = split(an_entry(params=SETTING), seat="bob")

    assert public["params"] == {
        "reason": "we forgot",
        "cards": [put_in("ann"), ROPE, put_in("ann", deck="spells")],
    }
    assert secret == {"params": {"seat": "ann", "value": SETTING}}
    assert view_entry(public, secret, ANN)["params"] == SETTING
    assert [view_entry(public, secret, one)["params"] for one in OTHERS] == [public["params"]] * 2
    assert [sees_whole(secret, one) for one in (ANN, BOB, SCREEN, ALL)] == [
        True,
        False,
        False,
        True,
    ]


def test_one_card_put_into_a_hand_is_its_seats_to_read() -> None:
    one = {"cards": [put_in("ann", card="mist")]}
    public, secret = split(an_entry(params=one), seat="bob")

    assert public["params"] == {"cards": [put_in("ann")]}
    assert secret == {"params": {"seat": "ann", "value": one}}


def test_what_was_put_into_several_hands_is_read_by_who_said_so() -> None:
    both = {"cards": [put_in("ann", card="mist"), put_in("cat", card="curse")]}
    public, secret = split(an_entry(params=both), seat="bob")

    assert public["params"] == {"cards": [put_in("ann"), put_in("cat")]}
    assert secret == {"params": {"seat": "bob", "value": both}}
    assert view_entry(public, secret, BOB)["params"] == both
    assert [view_entry(public, secret, one)["params"] for one in (ANN, SCREEN)] == [
        public["params"]
    ] * 2


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"to": "inn"},
        {"cards": ["c1", "c2"]},
        {"cards": {"c1": 1}},
        {"cards": [ROPE, {"key": "c1", "zone": "held", "seat": "ann", "card": "rope"}]},
        {"zone": "hand", "card": "mist"},
    ],
)
def test_what_was_asked_for_is_read_by_all_where_it_tells_of_no_hand(
    params: dict[str, Any],
) -> None:
    entry = an_entry(params=params)

    assert split(entry) == (entry, {})


# ---------------------------------------------------------------------- entries as text


def test_an_entry_in_which_nothing_is_hidden_is_passed_on_as_it_is() -> None:
    """Not even read: it would be written with spaces."""
    assert view_entry_text('{"notes":[]}', "{}", BOB) == '{"notes":[]}'


def test_an_entry_of_which_what_was_masked_is_lost_has_its_notes_left_out() -> None:
    """A file without secrets, brought back in."""
    note = {"code": "hidden", "params": {}, "rules": [], "secret_to": "ann"}

    for viewer in (ANN, BOB, SCREEN, ALL):
        text = view_entry_text(json.dumps({"notes": [note]}), "{}", viewer)
        assert json.loads(text) == {"notes": []}


def test_a_hand_is_put_back_into_the_text_for_its_own_seat() -> None:
    public, secret = split(an_entry(changes=[placed(None, IN_HAND)]))
    texts = json.dumps(public), json.dumps(secret)

    assert json.loads(view_entry_text(*texts, ANN))["changes"] == [placed(None, IN_HAND)]
    for viewer in OTHERS:
        assert json.loads(view_entry_text(*texts, viewer)) == public


def test_a_note_for_one_seat_is_no_screens_to_read() -> None:
    said, secret = Note("drew_spells", {}), Note("drew", {"card": "mist"}, (), "ann")

    assert view_notes([said, secret], SCREEN) == [said]
    assert view_notes([said, secret], ALL) == [said, secret]
