"""A table in the middle of an evening, led there over HTTP as phones would."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

from tests.api.cast import Caller, Room, body_of, room

MACE = {
    "alignment": "good", "strength": 3, "craft": 4, "life": 4, "fate": 2, "start": "kiros", "spells": 1,
}  # fmt: skip
MAUL = {
    "alignment": "evil", "strength": 4, "craft": 3, "life": 4, "fate": 2, "start": "dathomir",
    "spells": 1,
}  # fmt: skip
SPELL_OF_A, SPELL_OF_B = "battle-meditation", "sith-fury"


def act(
    friday: Room, who: Caller, kind: str, seat: str = "A", *, answers: Any = (), **params: Any
) -> HttpResponse:
    """Log an action."""
    body = {"kind": kind, "seat": seat, "params": params, "answers": list(answers)}
    return who.post(friday.path + "actions/", body)


def done(response: HttpResponse) -> dict[str, Any]:
    """What came of it, once it is in the log."""
    told: dict[str, Any] = body_of(response)
    assert response.status_code == 201, told
    return told


def new_spell(name: str, side: str) -> dict[str, Any]:
    """A Force Skill that the pack does not know, read out by whoever drew it."""
    card = {"id": name, "name": name.replace("-", " ").title(), "type": "spell", "alignment": side}
    return {"cards": [{"new": card}]}


def evening(*, rulings: tuple[str, ...] = ()) -> Room:
    """Ada plays Mace Windu, Ben Darth Maul, each with one Force Skill in hand; it is Ada's turn to move."""
    friday = room(variants=("free-choice",), rulings=rulings)
    friday.host.post(friday.path + "agreement/", {"for_all": True})
    done(act(friday, friday.a, "prepare_board"))
    done(
        act(friday, friday.a, "choose_character", character="mace-windu", answers=[{"facts": MACE}])
    )
    done(
        act(
            friday,
            friday.b,
            "choose_character",
            "B",
            character="darth-maul",
            answers=[{"facts": MAUL}],
        )
    )
    done(act(friday, friday.a, "deal_spells", answers=[new_spell(SPELL_OF_A, "good")]))
    done(act(friday, friday.b, "deal_spells", "B", answers=[new_spell(SPELL_OF_B, "evil")]))
    done(act(friday, friday.a, "set_up_character"))
    done(act(friday, friday.b, "set_up_character", "B"))
    done(act(friday, friday.a, "begin", first="A"))
    return friday
