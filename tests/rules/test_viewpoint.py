"""Who sees what of an entry and of a table, where tests over HTTP do not come by."""

from __future__ import annotations

import json

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

ANN, BOB, ALL = Viewer("ann"), Viewer("bob"), Viewer(sees_all=True)


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
    assert not may_be_same("figure", "ann", mist, some)
    assert may_be_same("fact", "card:dream", 1, 2)
    assert not may_be_same("fact", "copies:robe", 1, 2)
