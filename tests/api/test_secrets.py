"""A canary in each hand: whatever anybody else may ask for, it does not sing."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from uuid import UUID

import pytest

from games.exports.formats import FORMATS, Format
from games.exports.source import Source, hands_are_told
from games.models import Game
from tests.api.cast import Caller, Room, body_of, refused
from tests.api.described import operations
from tests.api.evening import SPELL_OF_A, SPELL_OF_B, act, done, new_spell

CANARIES = {"A": SPELL_OF_A, "B": SPELL_OF_B}
# The id it is kept by, as a guess that cannot be bettered.
KEPT_OF_A = f"force-skill-a-{SPELL_OF_A}"


def addresses(friday: Room) -> Iterator[str]:
    """Every address that can be read, at every entry of the log."""
    known = {
        "game_id": [str(friday.game_id)],
        "seq": [str(seq) for seq in range(friday.game.seq + 1)],
        "code": [str(friday.game.join_code)],
        "edition": ["star-wars"],
        "space": ["kiros"],
        "character": ["mace-windu"],
        "card": ["blaster"],
        "rule": ["SW-MOVE-1"],
        "export_id": [str(export.pk) for export in friday.game.exports.all()] or [str(UUID(int=0))],
        "secret": ["td_" + "x" * 32],
    }
    for operation in operations():
        if operation.method != "GET":
            continue
        found = [operation.path.removeprefix("/api/v1/")]
        for name, values in known.items():
            found = [path.replace("{" + name + "}", value) for path in found for value in values]
        assert "{" not in found[0], f"say what {found[0]} is tried with"
        yield from dict.fromkeys(found)
    for seq in known["seq"]:
        yield f"{friday.path}table/?at={seq}"
        yield f"{friday.path}history/?after={seq}"
    for seat in CANARIES:
        yield f"{friday.path}legal-actions/?seat={seat}"
        yield f"{friday.path}history/?seat={seat}"
    yield "house/?edition=star-wars"


def sung(friday: Room, seat: str, caller: Caller) -> list[str]:
    """The addresses whose answer to a caller names the card, by its id or its words."""
    words = (CANARIES[seat], CANARIES[seat].replace("-", " ").title())
    return [
        address
        for address in addresses(friday)
        if any(word in caller.get(address).content.decode() for word in words)
    ]


def check_silence(friday: Room) -> None:
    everybody = friday.everybody()
    for asker in (friday.a, friday.b, friday.host):
        asker.post(friday.path + "exports/", {"format": "ndjson"}, Idempotency_Key="once-each")
    for seat in CANARIES:
        own = everybody.pop(seat.lower())
        assert sung(friday, seat, own), "the canary is alive"
        for name, caller in everybody.items():
            assert sung(friday, seat, caller) == [], f"{name} hears of {seat}'s hand"
        everybody[seat.lower()] = own


def test_a_hand_is_read_by_its_seat_only(playing: Room) -> None:
    check_silence(playing)


@pytest.mark.parametrize("then", ["now", "over", "over_and_told"])
def test_not_in_a_file_of_any_format(playing: Room, then: str) -> None:
    """Files are read as the one who asks would; packed ones are unpacked to look into them."""
    options: dict[str, Any] = {"hands_told_at_end": then == "over_and_told"}
    options |= {"phase": "over"} if then != "now" else {}
    Game.objects.filter(pk=playing.game_id).update(**options, version=1000)
    roles: dict[str, str | None] = {"host": None, "screen": None, "A": "A", "B": "B"}
    # A PDF holds pictures of letters, drawn from what the page says.
    for name, form in ((name, form) for name, form in FORMATS.items() if name != "pdf"):
        for role, seat in roles.items():
            game = playing.game
            told = hands_are_told(game)
            said = said_in(form, Source(game.pk, game.seq, seat=seat, shown=told))
            for owner, card in CANARIES.items():
                words = (card, card.replace("-", " ").title())
                heard = any(word in said for word in words)
                if then == "over_and_told" or owner == role:
                    # A report need not name every card that somebody holds.
                    assert heard or name == "html", f"{name}: {role} hears of {owner}'s hand"
                else:
                    assert not heard, f"{name}: {role} hears of {owner}'s hand"


def said_in(form: Format, source: Source) -> str:
    """All the text of a file, whatever it is packed in."""
    out = BytesIO()
    form.write(out, [source], lambda _phase, _done, _total: None)
    return "".join(texts_in(out.getvalue()))


def texts_in(raw: bytes) -> Iterator[str]:
    if raw.startswith(b"PK"):
        with zipfile.ZipFile(BytesIO(raw)) as packed:
            for name in packed.namelist():
                yield from texts_in(packed.read(name))
        return
    yield raw.decode()


def test_not_while_a_question_is_open_either(playing: Room) -> None:
    act(playing, playing.a, "move", answers=[{"roll": [2]}])
    check_silence(playing)


def test_not_after_undo_and_redo(playing: Room) -> None:
    done(playing.host.post(playing.path + "undo/", {"to": 4}))
    check_silence_of_the_log(playing)
    done(playing.host.post(playing.path + "redo/"))
    check_silence(playing)


def check_silence_of_the_log(playing: Room) -> None:
    for name in ("host", "screen"):
        for seat in CANARIES:
            assert sung(playing, seat, playing.everybody()[name]) == []


def test_not_in_a_rematch_of_the_same_host(playing: Room) -> None:
    told = body_of(playing.host.post(playing.path + "rematch/"))
    table = playing.host.get(f"games/{told['id']}/table/").content.decode()

    assert SPELL_OF_A not in table
    assert SPELL_OF_B not in table


@pytest.mark.parametrize(
    ("kind", "params"),
    [
        ("cast", {"card": "nothing"}),
        ("ditch", {"cards": ["nothing"]}),
        ("correct", {"reason": "x", "cards": [{"key": "c99", "zone": "discard"}]}),
    ],
)
def test_not_in_what_others_are_refused(
    playing: Room, kind: str, params: dict[str, object]
) -> None:
    """Refusals list what would be legal instead; never from somebody else's hand."""
    body = {"kind": kind, "seat": "A", "params": params, "dry_run": True}
    for caller in (playing.b, playing.host):
        told = caller.post(playing.path + "actions/", body).content.decode()
        assert SPELL_OF_A not in told


def card_of_a(playing: Room) -> str:
    seats = body_of(playing.b.get(playing.path + "table/"))["seats"]
    assert seats[0]["hand"]["cards"] is None
    return str(
        body_of(playing.a.get(playing.path + "table/"))["seats"][0]["hand"]["cards"][0]["key"]
    )


@pytest.mark.parametrize("dry_run", [True, False])
@pytest.mark.parametrize(
    ("kind", "params"),
    [
        ("cast", {"card": "{key}"}),
        ("correct", {"reason": "x", "cards": [{"key": "{key}", "zone": "discard"}]}),
    ],
)
def test_nobody_plays_from_anothers_hand_to_see_what_is_in_it(
    playing: Room, kind: str, params: dict[str, object], dry_run: bool
) -> None:
    key = card_of_a(playing)
    filled = json.loads(json.dumps(params).replace("{key}", key))
    body = {"kind": kind, "seat": "A", "params": filled, "dry_run": dry_run}
    for caller in (playing.b, playing.host):
        response = caller.post(playing.path + "actions/", body)
        if kind == "cast" or dry_run:
            refused(response, 403, "not_your_seat")
            assert SPELL_OF_A not in response.content.decode()
        else:
            # It stands in the log, with who did it.
            assert done(response)["entry"]["logged_by"] in {"seat:B", "host"}
            caller.post(playing.path + "undo/")
    playing.a.delete(playing.path + "question/")
    assert playing.a.post(playing.path + "actions/", {**body, "dry_run": True}).status_code == 200


def test_where_the_host_logs_everything_it_plays_the_cards_it_has_told_of(playing: Room) -> None:
    playing.host.patch(playing.path, {"may_log": "host"})
    body = {"kind": "cast", "seat": "A", "params": {"card": card_of_a(playing)}}

    assert playing.host.post(playing.path + "actions/", body).status_code == 202


@pytest.mark.parametrize("who", ["b", "host"])
def test_not_in_what_a_stale_client_has_missed(playing: Room, who: str) -> None:
    response = playing.everybody()[who].post(
        playing.path + "actions/", {"kind": "end_turn", "seat": "B"}, If_Match="1"
    )

    assert len(body_of(response)["entries"]) > 5
    assert SPELL_OF_A not in response.content.decode()


def test_not_when_another_answers_a_secret_question(playing: Room) -> None:
    """The host may answer for an absent seat, without being told what it holds."""
    done(playing.host.post(playing.path + "undo/", {"to": 4}))
    act(playing, playing.a, "deal_spells")
    wrong: list[dict[str, object]] = [
        {"cards": []},
        {"cards": [{"card": "nothing"}]},
        {"choose": "x"},
    ]
    for answer in wrong:
        told = playing.host.post(playing.path + "answers/", {"answers": [answer]}).content.decode()
        assert SPELL_OF_A not in told
    assert SPELL_OF_A not in playing.host.get(playing.path + "question/").content.decode()
    done(playing.a.post(playing.path + "answers/", {"answers": [new_spell(SPELL_OF_A, "good")]}))


NAMING: list[tuple[str, dict[str, Any]]] = [
    ("correct", {"reason": "x", "cards": [{"card": "{card}", "zone": "hand", "seat": "B"}]}),
    ("correct", {"reason": "x", "cards": [{"card": " {card} ", "zone": "space", "space": "kiros"}]}),
    ("correct", {"reason": "x", "cards": [{"card": "{card}", "deck": "force-skill", "zone": "held"}]}),
    ("correct", {"reason": "x", "facts": {"copies": {"{card}": 1}}}),
    ("tell", {"source": "card", "name": "x", "effects": [{"take": "{card}"}]}),
    ("tell", {"source": "card", "name": "x", "effects": [{"shop": {"{card}": 1}}]}),
]  # fmt: skip
DESCRIBING: dict[str, Any] = {
    "reason": "x",
    "cards": [
        {
            "deck": "force-skill",
            "new": {"id": "{card}", "name": "Some Skill", "type": "spell"},
            "zone": "hand",
            "seat": "B",
        }
    ],
}
NO_CARD = "unheard-of"


def told_of(playing: Room, caller: Caller, card: str, **body: Any) -> tuple[int, Any]:
    """What somebody is told who names a card, with the name taken out."""
    filled = json.loads(json.dumps(body).replace("{card}", card))
    response = caller.post(playing.path + "actions/", {"seat": "B", **filled})
    return response.status_code, json.loads(response.content.decode().replace(card, "it"))


@pytest.mark.parametrize("dry_run", [True, False])
@pytest.mark.parametrize(("kind", "params"), NAMING)
def test_naming_a_card_does_not_tell_whether_somebody_holds_it(
    playing: Room, kind: str, params: dict[str, Any], dry_run: bool
) -> None:
    for caller in (playing.b, playing.host):
        told = [
            told_of(playing, caller, card, kind=kind, params=params, dry_run=dry_run)
            for card in (KEPT_OF_A, NO_CARD)
        ]
        assert told[0] == told[1]


def test_nor_does_a_preview_of_describing_it(playing: Room) -> None:
    for caller in (playing.b, playing.host):
        told = [
            told_of(playing, caller, card, kind="correct", params=DESCRIBING, dry_run=True)
            for card in (SPELL_OF_A, KEPT_OF_A, NO_CARD)
        ]
        assert told[0] == told[1] == told[2]
        assert told[0][0] == 200


ENCOUNTER: dict[str, Any] = {
    "reason": "x",
    "cards": [
        {
            "deck": "encounter",
            "new": {"id": "{card}", "name": "Some Card", "type": "enemy", "strength": 2},
            "zone": "space",
            "space": "kiros",
        }
    ],
}


@pytest.mark.parametrize("dry_run", [True, False])
@pytest.mark.parametrize(
    ("held", "free"), [(SPELL_OF_A, NO_CARD), (KEPT_OF_A, f"force-skill-a-{NO_CARD}")]
)
@pytest.mark.parametrize("params", [ENCOUNTER, DESCRIBING], ids=["encounter", "force-skill"])
def test_nor_does_describing_another_card_under_its_id(
    playing: Room, params: dict[str, Any], held: str, free: str, dry_run: bool
) -> None:
    told = []
    for card in (held, free):
        status, body = told_of(
            playing, playing.b, card, kind="correct", params=params, dry_run=dry_run
        )
        table = body_of(playing.b.get(playing.path + "table/"))
        told.append((status, body["code"] if status >= 400 else None, names_seen(table)))
        if status == 201:
            done(playing.host.post(playing.path + "undo/"))
    assert told[0] == told[1]
    kept = params is ENCOUNTER and held == KEPT_OF_A
    assert told[0][0] == (400 if kept else 200 if dry_run else 201)


def names_seen(table: dict[str, Any]) -> list[str]:
    """What cards are called that a table's viewer knows of."""
    facts = table["facts"].items()
    return sorted(told["name"] for fact, told in facts if fact.startswith("card:"))


def test_nor_does_playing_an_unseen_card_by_its_name(playing: Room) -> None:
    told = []
    for card in (KEPT_OF_A, NO_CARD):
        unseen = [{"deck": "force-skill", "zone": "hand", "seat": "B"}]
        done(act(playing, playing.b, "correct", "B", reason="x", cards=unseen))
        key = body_of(playing.b.get(playing.path + "table/"))["seats"][1]["hand"]["cards"][-1][
            "key"
        ]
        act(playing, playing.b, "cast", "B", card=key, name=card, answers=[{"effects": []}])
        table = body_of(playing.b.get(playing.path + "table/"))
        discards = next(d for d in table["decks"] if d["deck"] == "force-skill")["discards"]
        told.append((discards[-1]["card"], names_seen(table)))
    assert told[0] == told[1] == (None, ["Sith Fury"])


def test_describing_what_another_holds_leaves_it_as_its_holder_described_it(playing: Room) -> None:
    status, _ = told_of(playing, playing.b, SPELL_OF_A, kind="correct", params=DESCRIBING)

    assert status == 201
    assert "Battle Meditation" not in playing.screen.get(playing.path + "history/").content.decode()
    facts = body_of(playing.a.get(playing.path + "table/"))["facts"]
    assert facts[f"card:{KEPT_OF_A}"]["name"] == "Battle Meditation"


def test_nor_does_an_answer_that_names_it(playing: Room) -> None:
    done(playing.host.post(playing.path + "undo/", {"to": 5}))
    act(playing, playing.b, "deal_spells", "B")
    for caller in (playing.b, playing.host):
        told = [
            caller.post(playing.path + "answers/", {"answers": [{"cards": [{"card": card}]}]})
            for card in (KEPT_OF_A, NO_CARD)
        ]
        assert [response.status_code for response in told] == [422, 422]
        assert told[0].content.replace(KEPT_OF_A.encode(), b"it") == told[1].content.replace(
            NO_CARD.encode(), b"it"
        )
