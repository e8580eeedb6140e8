"""People at a table at random, over HTTP: they do what they may, what they may not, twice, late and for others.

Whatever they send, the books stay right, refusals change nothing, and nobody hears of another's hand.
`test_machine.py` lets Hypothesis choose what happens next.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from django.core.cache import cache
from django.http import HttpResponse

from games.models import ActionRecord
from games.reading import changes_of
from games.rules.actions.base import Action, kinds
from games.rules.changes import Change
from games.rules.checklist import to_do
from games.rules.legality import problems_with_table
from games.rules.table import Table
from games.rules.terms import Phase, Zone
from games.selectors import now
from games.services.audit import game_verify
from games.store import table_in_rows
from tests.api.cast import Caller, Room, body_of, room, sit_down
from tests.builders import snapshot
from tests.rules.box import Json, a_box, a_character, drawn, told
from tests.rules.playing import RULINGS, act, by_hand, offers_of, variations

SPELLS = "force-skill"
VARIANTS = ("free-choice", "no-inheritance", "seven-points", "ditch-before-encounters")
REFUSED = range(400, 500)
# Some of what no action looks like; the rest is the right kind with the wrong numbers.
NONSENSE: list[Json] = [
    {},
    {"kind": "fly", "seat": "A"},
    {"kind": "move", "seat": "Q"},
    {"kind": "move", "seat": "A", "params": {"to": 3}},
    {"kind": "move", "seat": "A", "answers": [{"roll": []}, {"choose": ""}]},
    {"kind": "ditch", "seat": "A", "params": {"cards": ["c1", "c1"], "gold": -1}},
    {"kind": "begin", "seat": "A", "params": {"first": "A"}},
]


class Crowd:
    """A table with three seats, its host, a screen and a stranger, who are held to their books at every step."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)  # noqa: S311 - a game, not a secret
        self.box = a_box(self.chance)
        variants = tuple(name for name in VARIANTS if self.chance.random() < 0.5)
        share = self.chance.choice((0.0, 0.2, 0.5, 1.0))
        rulings = tuple(rule for rule in RULINGS if self.chance.random() < share)
        self.room: Room = room(variants=variants, rulings=rulings)
        _, third = sit_down(self.room.game, "Cat")
        self.seats: dict[str, Caller] = {"A": self.room.a, "B": self.room.b, "C": third}
        # Who has ever held each marked card, and which have lain open.
        self.holders: dict[str, set[str]] = {}
        self.opened: set[str] = set()
        self.marks = 0
        self.last: tuple[Caller, str, Json, Json, str] | None = None
        # Whether the action that waits was one of those listed, whose every answer is accepted.
        self.is_listed = True
        cache.clear()
        self.set_up()

    # ------------------------------------------------------------ the table as it is

    @property
    def table(self) -> Table:
        """The table as it stands, without what an open question has done so far."""
        return now(self.room.game).kept.table

    @property
    def question(self) -> Json | None:
        """The open question as whoever is asked sees it."""
        seen: Json | None = body_of(self.room.screen.get(self.room.path + "question/"))["question"]
        if seen is None:
            return None
        asked: Json = body_of(self.seats[seen["seat"]].get(self.room.path + "question/"))[
            "question"
        ]
        return asked

    def everybody(self) -> dict[str, Caller]:
        """All who may read the table, by the seat they hold if they hold one."""
        return {**self.seats, "host": self.room.host, "screen": self.room.screen}

    def anybody(self) -> Caller:
        everybody = [*self.everybody().values(), self.room.stranger, self.room.nobody]
        return self.chance.choice(everybody)

    def state(self) -> tuple[Any, ...]:
        """What no refusal and no preview changes."""
        game = self.room.game
        pending = getattr(game, "pending", None)
        answers = json.dumps(pending.answers, sort_keys=True) if pending else None
        return game.version, game.seq, game.top_seq, game.redo_seq, answers

    # ------------------------------------------------------------ sending

    def send(
        self, who: Caller, path: str, body: Json | None = None, method: str = "POST", **headers: str
    ) -> HttpResponse:
        """Send something and hold the table to its books, whatever comes of it."""
        cache.clear()
        before, table = self.state(), self.table
        response = who.ask(method, self.room.path + path, body, None, **headers)
        assert response.status_code < 500, response.content[:500]
        is_dry = path.startswith("actions/?dry") or bool(body and body.get("dry_run"))
        if response.status_code in REFUSED or is_dry or response.get("Idempotent-Replayed"):
            assert self.state() == before, (
                f"{body} was refused, shown or repeated, and changed something"
            )
        else:
            assert self.state() != before, f"{body} was accepted and changed nothing"
        self.check_log(table, before[1])
        self.check_books()
        self.check_silence_in(who, response.content.decode())
        return response

    def log(self, who: Caller, body: Json, *, is_listed: bool = False) -> HttpResponse:
        """Log an action under a key, which may be sent again."""
        key = f"key-{self.chance.getrandbits(64):016x}"
        response = self.send(who, "actions/", body, Idempotency_Key=key)
        if response.status_code in {201, 202}:
            self.is_listed = is_listed
            self.last = who, "actions/", body, body_of(response), key
        return response

    # ------------------------------------------------------------ what people do

    def set_up(self) -> None:
        """From the empty board to the first turn."""
        for _ in range(80):
            if self.table.turn.phase is not Phase.SETUP:
                return
            self.answer() if self.question else self.act()
        raise AssertionError("the table is never set up")

    def act(self) -> None:
        """Somebody does what is listed for the own seat; sometimes looks first what would come of it."""
        offers = [offer for offer in offers_of(self.table) if offer.offer.due]
        offer = self.chance.choice(
            offers if offers and self.chance.random() < 0.8 else [*offers_of(self.table)]
        )
        body = offer.body()
        listed = body_of(
            self.seats[offer.seat].get(f"{self.room.path}legal-actions/?seat={offer.seat}")
        )
        if body["kind"] == "begin" and listed["agreement"]:
            self.agree(listed["agreement"])
            return
        assert body in [one["body"] for one in listed["actions"]], f"{body} is not told to its seat"
        who = self.seats[offer.seat] if self.chance.random() < 0.8 else self.room.host
        shown = None
        if self.chance.random() < 0.2:
            shown = body_of(self.send(who, "actions/", {**body, "dry_run": True}))
        response = self.log(who, body, is_listed=True)
        if offer.offer.secret and who is self.room.host:
            return
        assert response.status_code in {201, 202}, body_of(response)
        if shown and shown["state"] == "preview" and response.status_code == 201:
            assert shown["changes"] == body_of(response)["changes"], "the preview said otherwise"

    def agree(self, seats: list[str]) -> None:
        """The first of those that have yet to agree to the options does, or the host speaks for all."""
        who, said = self.seats[seats[0]], {}
        if self.chance.random() < 0.2:
            who, said = self.room.host, {"for_all": True}
        told = who.post(f"{self.room.path}agreement/", said)
        assert told.status_code == 200, body_of(told)

    def vary(self) -> None:
        """The same kind of action with other parameters, which may be refused."""
        offers = offers_of(self.table)
        if not offers:
            return
        legal = self.chance.choice(offers)
        action = act(legal.kind, legal.seat, **legal.offer.params)
        params = self.chance.choice([*variations(self.table, action), action.params])
        self.log(self.seats[legal.seat], self.body(action.model_copy(update={"params": params})))

    def tell(self) -> None:
        """A card on paper does something to somebody."""
        seat = self.chance.choice(list(self.seats))
        action = act(
            "tell", seat, source="card", name="A card", effects=told(self.chance, self.table)
        )
        self.log(self.seats[seat], self.body(action))

    def set_right(self) -> None:
        """Somebody sets by hand what was forgotten."""
        action = by_hand(self.chance, self.table, self.chance.choice(list(self.seats)))
        who = self.room.host if action.kind == "state_of_table" else self.seats[action.seat]
        body = self.body(action)
        if self.chance.random() < 0.5:
            self.send(who, "actions/?dry_run=true", body)
        self.log(who, body)

    def break_rules(self) -> None:
        """Anything, by anybody, for anybody; refused, unless it happens to be allowed or is told as it happened."""
        if self.chance.random() < 0.3:
            self.send(self.anybody(), "actions/", self.chance.choice(NONSENSE))
            return
        table = self.table
        kind, seat = self.chance.choice(list(kinds())), self.chance.choice(list(self.seats))
        params: Json = {}
        if same := [offer for offer in offers_of(table) if offer.kind == kind]:
            params = self.chance.choice(same).offer.params
        body = self.body(act(kind, seat, **params))
        if self.chance.random() < 0.3:
            body["as_happened"] = "We played it so."
        elif self.chance.random() < 0.2:
            body["cause"] = {"kind": "card", "name": "A card"}
        self.log(self.anybody(), body)

    def answer(self) -> None:
        """Whoever is asked answers; one answer, or the same once more under its key."""
        if (asked := self.question) is None:
            return
        who = self.seats[asked["seat"]]
        if self.chance.random() < 0.15:
            who = self.room.host
        body = {"answers": [{**self.answer_to(asked), "key": asked["key"]}]}
        key = f"key-{self.chance.getrandbits(64):016x}"
        response = self.send(who, "answers/", body, Idempotency_Key=key)
        told = body_of(response)
        if response.status_code in {201, 202}:
            self.last = who, "answers/", body, told, key
            return
        assert not self.is_listed or "cause" in body["answers"][0], (asked, body, told)
        if self.question is not None:
            assert self.send(self.room.host, "question/", method="DELETE").status_code == 201

    def answer_badly(self) -> None:
        """Somebody who is not asked answers, or with what cannot be."""
        asked = self.question
        wrong: list[Json] = [
            {"roll": [7, 7, 7]},
            {"roll": "server"},
            {"choose": "nothing"},
            {"amount": -1},
            {"cards": [{"card": "nothing"}]},
            {"effects": [{"gain": {"gold": 999}}]},
            {"facts": {"alignment": "evil"}},
            {"roll": [1], "key": "SW-MOVE-1:other"},
            {},
        ]
        answer = self.chance.choice(wrong)
        if asked and not asked["secret"] and self.chance.random() < 0.5:
            answer = self.answer_to(asked)
        self.send(self.anybody(), "answers/", {"answers": [answer]})

    def change_mind(self) -> None:
        """The last answer is taken back, or the question cancelled, by somebody who may or may not."""
        path = self.chance.choice(["answers/last/", "question/"])
        who = self.room.host if self.chance.random() < 0.6 else self.anybody()
        self.send(who, path, method="DELETE")

    def take_back(self) -> None:
        """The last entry or several are taken back, by somebody who may or may not."""
        who = self.room.host if self.chance.random() < 0.6 else self.anybody()
        top = self.room.game.top_seq or 1
        body = {} if self.chance.random() < 0.6 else {"to": max(1, top - self.chance.randint(0, 4))}
        if self.chance.random() < 0.3:
            self.send(who, "undo/", {**body, "dry_run": True})
        was = snapshot(self.table)
        response = self.send(who, "undo/", body)
        if response.status_code == 201 and self.chance.random() < 0.5:
            again = self.send(self.room.host, "redo/")
            assert again.status_code == 201, body_of(again)
            assert snapshot(self.table) == was, (
                "taken back and put in force again, it is another table"
            )

    def put_back(self) -> None:
        """What was taken back stands again, where something was."""
        self.send(self.room.host if self.chance.random() < 0.6 else self.anybody(), "redo/", {})

    def send_again(self) -> None:
        """A phone that lost its connection sends the same once more; or another body under the key."""
        if self.last is None:
            return
        who, path, body, first, key = self.last
        response = self.send(who, path, body, Idempotency_Key=key)
        again = body_of(response)
        assert response.get("Idempotent-Replayed") == "true", again
        assert again["state"] == first["state"]
        # What lay hidden then may lie open now, and be told by its name.
        if not self.opened:
            assert [again[name] for name in ("entry", "changes", "question")] == [
                first[name] for name in ("entry", "changes", "question")
            ]
        other = {**body, "reason": "Another body."} if path == "actions/" else {"answers": []}
        refused = self.send(who, path, other, Idempotency_Key=key)
        assert refused.status_code in REFUSED, body_of(refused)

    def act_late(self) -> None:
        """A phone that has not heard what happened since acts on an older table."""
        version = self.room.game.version
        late = {"If_Match": f'"{self.chance.randint(0, version - 1)}"'}
        for path, body in (("actions/", {"kind": "end_turn", "seat": "A"}), ("undo/", {})):
            response = self.send(self.room.host, path, body, **late)
            assert response.status_code == 412, body_of(response)

    def change_rules(self) -> None:
        """The host changes how strict the table is, and who may log."""
        body = self.chance.choice(
            [
                {"strictness": "advise"},
                {"strictness": "record"},
                {"strictness": "strict"},
                {"may_log": "own_seat"},
                {"may_log": "table"},
            ]
        )
        cache.clear()
        told = self.room.host.patch(self.room.path, body)
        assert told.status_code == 200, body_of(told)

    # ------------------------------------------------------------ what they say

    def body(self, action: Action) -> Json:
        return {"kind": action.kind, "seat": action.seat, "params": action.params}

    def answer_to(self, asked: Json) -> Json:
        """A legal answer, from what whoever is asked is told."""
        chance = self.chance
        match asked["kind"]:
            case "roll":
                server = chance.random() < 0.2
                return {
                    "roll": "server"
                    if server
                    else [chance.randint(1, asked["faces"]) for _ in range(asked["dice"])]
                }
            case "choose":
                open_ = [one["id"] for one in asked["options"] if one["barred"] is None]
                barred = [one["id"] for one in asked["options"] if one["barred"] is not None]
                if barred and chance.random() < 0.1:
                    return {
                        "choose": chance.choice(barred),
                        "cause": {"kind": "ability", "name": "Luck"},
                    }
                return {"choose": chance.choice(open_)}
            case "amount":
                return {"amount": chance.randint(asked["low"], asked["high"])}
            case "draw":
                return {"cards": self.cards_for(asked)}
            case "tell":
                return {"effects": told(chance, self.table)}
            case "describe":
                return {"facts": a_character(chance, self.table, asked["subject"])}
        raise AssertionError(asked)

    def cards_for(self, asked: Json) -> list[Json]:
        """Cards off a deck; in a hand each is one that nobody else has ever heard of."""
        if asked["deck"] != SPELLS:
            return drawn(self.chance, self.table, self.box, asked["deck"], asked["count"], asked)
        return [
            {} if asked["may_be_unseen"] and self.chance.random() < 0.2 else {"new": self.canary()}
            for _ in range(asked["count"])
        ]

    def canary(self) -> Json:
        self.marks += 1
        return {
            "id": f"canary-{self.marks:04}",
            "name": f"Canary {self.marks:04}",
            "type": "spell",
            "alignment": self.chance.choice(["good", "evil", "neutral"]),
            **self.chance.choice([{}, {"told": False}, {"evades": True, "told": False}]),
        }

    # ------------------------------------------------------------ what must hold

    def check_log(self, before: Table, seq: int) -> None:
        """What was logged since leads from the table before to the table there is, and back."""
        game = self.room.game
        after = now(game).kept.table
        forth = before.copy()
        changes: list[Change] = []
        for record in ActionRecord.objects.filter(game=game, seq__gt=seq).order_by("seq"):
            changes += changes_of(record)
        for change in changes:
            assert forth.get(change.what, change.id, change.field) == change.before, change
            change.apply(forth)
        assert snapshot(forth) == snapshot(after), "before + changes is not after"
        for change in reversed(changes):
            change.revert(forth)
        assert snapshot(forth) == snapshot(before), "after - changes is not before"

    def check_books(self) -> None:
        """What is saved is what is shown; pieces, dials and cards are as the box has them; somebody is to act."""
        moment = now(self.room.game)
        table = moment.kept.table
        assert snapshot(table_in_rows(moment.game)) == snapshot(table), "the rows say otherwise"
        assert problems_with_table(table) == []
        orders = [place.order for place in table.cards.values()]
        assert len(orders) == len(set(orders)), "two cards came at once"
        for key, place in table.cards.items():
            assert (place.space is not None) == (place.zone is Zone.SPACE), key
            owned = place.zone not in {Zone.SPACE, Zone.DISCARD, Zone.OUT}
            assert (place.seat is not None) == owned, key
        if moment.waiting is None and table.turn.phase is not Phase.OVER:
            due = to_do(table)
            assert any(not one.optional or not table.figures[one.seat].in_play for one in due), due
        for place in (*table.cards.values(), *moment.table.cards.values()):
            if place.card and place.card.startswith("canary-"):
                if place.zone is Zone.HAND:
                    self.holders.setdefault(place.card, set()).add(str(place.seat))
                else:
                    self.opened.add(place.card)

    def secrets_from(self, who: Caller) -> list[str]:
        """The marked cards that somebody may not know of: in other hands, and never seen open."""
        mine = next((seat for seat, caller in self.seats.items() if caller is who), None)
        return [
            card
            for card, seats in self.holders.items()
            if card not in self.opened and mine not in seats
        ]

    def check_silence_in(self, who: Caller, text: str) -> None:
        if "anary" in text:
            for card in self.secrets_from(who):
                assert card not in text, f"{card} is told to somebody else"
                assert card.replace("-", " ").title() not in text, (
                    f"{card} is told to somebody else"
                )

    def views(self, seat: str) -> Iterator[tuple[str, str, Json | None]]:
        """Everything that tells of the table as it is now."""
        path = self.room.path
        yield "GET", path + "table/", None
        yield "GET", path + "question/", None
        yield "GET", path + "checklist/", None
        for one in self.seats:
            yield "GET", f"{path}legal-actions/?seat={one}", None
        yield "GET", f"{path}history/?after={max(0, self.room.game.seq - 3)}", None
        yield "POST", "odds/", self.odds_asked(seat)

    def odds_asked(self, seat: str) -> Json:
        """What the open question can lead to, or what the seat would meet on its space."""
        asked: Json = {"game": str(self.room.game_id)}
        if now(self.room.game).waiting is None:
            asked["action"] = {"kind": "encounter_space", "seat": seat}
        return asked

    def check_silence(self, readers: int = 1) -> None:
        """Nobody hears of another's hand, wherever they look; a few look at every step."""
        for name, who in self.chance.sample(list(self.everybody().items()), readers):
            for method, path, body in self.views(name if name in self.seats else "A"):
                cache.clear()
                response = who.ask(method, path, body)
                assert response.status_code < 500, (path, response.content[:500])
                self.check_silence_in(who, response.content.decode())

    def check_all(self, moments: int) -> None:
        """At the end: every view for everybody, now and at earlier moments, and the log against today's rules."""
        self.check_silence(readers=len(self.everybody()))
        log = range(self.room.game.seq + 1)
        for who in self.everybody().values():
            for seq in self.chance.sample(log, min(moments, len(log))):
                cache.clear()
                text = who.get(f"{self.room.path}table/?at={seq}").content.decode()
                self.check_silence_in(who, text)
            text = who.get(f"{self.room.path}history/?after=0&limit=100").content.decode()
            self.check_silence_in(who, text)
        found = game_verify(game=self.room.game, replay=True)
        assert found.faults == []
        assert found.otherwise == [], "today's rules judge otherwise what was judged today"
