"""A player of random games: six hands, one mind, no plan but to get to the throne some day.

Everything it does is legal, or is refused; `proofs` looks on at every step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

from games.rules.actions.base import Action, Cause
from games.rules.asks import Amount, Answer, Ask, Choose, Describe, Draw, Option, Roll, Tell
from games.rules.errors import IllegalAction, InvalidAction, Problem
from games.rules.legality import Legal, check_action, legal_actions, rule_of
from games.rules.runner import Resolved, checked, run
from games.rules.table import Figure, Table
from games.rules.terms import CardType, Dial, Phase, Status, Zone
from tests.packs import pack_named
from tests.rules.box import TRAINING, Box, Json, a_box, a_character, drawn, told

SEATS = ("ann", "bob", "cat", "dan", "eve", "fay")
VARIANTS = ("no-inheritance", "seven-points", "ditch-before-encounters", "free-choice")
RULINGS = tuple(pack_named("star-wars").other_readings)
# A usual game takes some 500 steps.
MOST_STEPS = 20_000
MOST_ANSWERS = 300


@dataclass(slots=True)
class Step:
    """What was done, in full: the table before, the action, its answers, and what came of it."""

    before: Table
    offers: list[Legal]
    action: Action
    answers: list[Answer]
    outcome: Resolved


@dataclass(slots=True)
class Game:
    """A game played to its end, or to the step at which something broke."""

    seed: int
    table: Table
    kinds: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    @property
    def steps(self) -> int:
        return self.kinds.total()

    @property
    def end(self) -> str:
        """How it ended."""
        return "won" if self.table.winner else "everybody out"


Looks = Callable[[Step], None]
Tries = Callable[[Table, list[Legal]], None]


class Player:
    """Plays one game; `looks` sees every step, `tries` every table before it."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)  # noqa: S311 - a game, not a secret
        self.box: Box = a_box(self.chance)
        seats = SEATS[: self.chance.randint(2, 6)]
        variants = tuple(name for name in VARIANTS if self.chance.random() < 0.5)
        # Some tables read everything as decided, some all the other way, most a few rules.
        share = self.chance.choice((0.0, 0.2, 0.5, 1.0))
        rulings = tuple(rule for rule in RULINGS if self.chance.random() < share)
        self.game = Game(seed, Table(pack_named("star-wars"), seats, variants, rulings))
        # Some tables are strict to the letter, at others cards outrank the rules now and then.
        self.by_hand = self.chance.random() < 0.2
        self.leaves = self.chance.random() < 0.3
        self.asks: list[Callable[[Table, Ask], None]] = []
        self.refusals: list[Callable[[Table, tuple[Problem, ...]], None]] = []

    def play(self, looks: Iterable[Looks], tries: Iterable[Tries]) -> Game:
        """Play to the end."""
        game = self.game
        while game.table.turn.phase is not Phase.OVER:
            assert game.steps < MOST_STEPS, "it does not end"
            offers = offers_of(game.table)
            for look in tries:
                look(game.table, offers)
            action = self.choose(game.table, offers)
            step = self.tried(game.table, offers, action)
            if step is None:
                continue
            for look_on in looks:
                look_on(step)
            game.kinds[action.kind] += 1
            game.table = step.outcome.table
        return game

    # ------------------------------------------------------------ doing

    def tried(self, table: Table, offers: list[Legal], action: Action) -> Step | None:
        """Do an action; one that is not listed may be refused."""
        try:
            return self.do(table, offers, action)
        except (IllegalAction, InvalidAction) as refusal:
            if is_listed(offers, action):
                raise AssertionError(f"{action} is listed, and refused") from refusal
            for look in self.refusals:
                look(table, refusal.problems)
            self.game.refused[refusal.problems[0].code] += 1
            return None

    def do(self, table: Table, offers: list[Legal], action: Action) -> Step:
        """Do an action, answering whatever it asks; done again with all answers it is the same.

        Raises:
            IllegalAction: It was not among the offers, and the rules refuse it.
        """
        check_action(table, action)
        answers, after = self.answered(table, action)
        outcome = run(table, rule_of(action), answers)
        assert isinstance(outcome, Resolved)
        assert outcome.table.changes == after.changes, "the second run changed something else"
        assert outcome.table.notes == after.notes, "the second run said something else"
        return Step(table, offers, action, answers, outcome)

    def answered(self, table: Table, action: Action) -> tuple[list[Answer], Table]:
        """Drive the rule itself, one answer after the other."""
        copy = table.copy()
        going = rule_of(action)(copy)
        answers: list[Answer] = []
        given: Any = None
        while True:
            try:
                ask = going.send(given)
            except StopIteration:
                return answers, copy
            assert len(answers) < MOST_ANSWERS, f"{action} asks for ever: {ask.to_json()}"
            for look in self.asks:
                look(copy, ask)
            answer = {**self.answer(copy, ask), "key": ask.key}
            given = checked(copy, ask, answer, len(answers))
            answers.append(answer)

    # ------------------------------------------------------------ answering

    def answer(self, table: Table, ask: Ask) -> Answer:
        """A legal answer to a question."""
        chance = self.chance
        match ask:
            case Roll():
                return {"roll": [chance.randint(1, ask.faces) for _ in range(ask.dice)]}
            case Choose():
                return self._option(table, ask)
            case Amount():
                return {"amount": chance.randint(ask.least, ask.most)}
            case Draw():
                found = drawn(chance, table, self.box, ask.deck, ask.count, ask.to_json())
                return {"cards": found}
            case Tell():
                return {"effects": told(chance, table)}
            case Describe():
                return {"facts": a_character(chance, table, ask.subject)}
        raise AssertionError(ask)

    def _option(self, table: Table, ask: Choose) -> Answer:
        barred = [o for o in ask.options if o.barred and not o.barred.hard]
        if barred and self.by_hand and self.chance.random() < 0.05:
            cause = {"kind": "ability", "name": "Luck"}
            return {"choose": self.chance.choice(barred).id, "cause": cause}
        open_ = [option for option in ask.options if not option.barred]
        assert open_, f"nothing can be chosen: {ask}"
        me = table.figures[ask.seat]
        return {"choose": self._one(open_, lambda option: _worth(table, me, ask, option)).id}

    def _one(self, items: list[Any], weight: Callable[[Any], float]) -> Any:
        return self.chance.choices(items, [weight(item) for item in items])[0]

    # ------------------------------------------------------------ acting

    def choose(self, table: Table, offers: list[Legal]) -> Action:
        """What is done next: mostly something offered, now and then what only cardboard knows."""
        chance = self.chance
        if chance.random() < 0.5 and (deal := self._dealt(table)):
            return deal
        if table.turn.phase is not Phase.SETUP:
            if chance.random() < 0.12:
                return self._told(table)
            if self.leaves and chance.random() < 0.004:
                goods = chance.choice(["waits", "dropped", "aside"])
                return act("leave", chance.choice(table.order), goods=goods)
        if self.by_hand and offers and chance.random() < 0.03:
            return self.mischief(table, offers)
        legal = self._one(offers, lambda offer: self._wish(table, offer))
        return self.varied(table, act(legal.kind, legal.seat, **legal.offer.params))

    def _dealt(self, table: Table) -> Action | None:
        """The two cards that lie before a seat, told at once instead of one by one."""
        wanted = table.turn.phase is Phase.SETUP and not table.policy.free_choice
        if not wanted or "prepare_board" not in table.setup:
            return None
        taken = {
            c for f in table.figures.values() for c in (f.character, *f.marks.get("dealt", ()))
        }
        free = [c.id for c in table.pack.characters if c.id not in taken]
        for figure in table.figures.values():
            if figure.status is Status.WAITING and not figure.marks.get("dealt"):
                return act("deal_characters", figure.seat, characters=self.chance.sample(free, 2))
        return None

    def _told(self, table: Table) -> Action:
        """Somebody's card does something; whoever has the turn learns the most."""
        training = self.chance.random() < 0.6
        seat = table.turn.seat if training else self.chance.choice(table.order)
        effects = self.chance.choice(TRAINING) if training else told(self.chance, table)
        return act("tell", str(seat), source="card", name="A card", effects=effects)

    def _wish(self, table: Table, legal: Legal) -> float:
        me = table.figures[legal.seat]
        if legal.kind in {"cast", "abandon_lead", "come_back"}:
            return 0.02
        if legal.kind == "step":
            return {"forward": 20.0, "stay": 10.0, "back": 0.5, "declare": 0.1}[
                legal.offer.params["way"]
            ]
        if legal.kind in {"cross", "cross_by_card"}:
            return 4.0 if me.life > 1 else 0.3
        if legal.kind == "ditch":
            return 0.03
        if legal.kind == "end_turn":
            return 1.0 if me.in_play or table.turn.phase is Phase.END else 0.3
        return 1.0

    def varied(self, table: Table, action: Action) -> Action:
        """The same kind of action with other parameters than those listed, now and then."""
        if self.chance.random() > 0.1:
            return action
        params = self.chance.choice(list(variations(table, action)) or [action.params])
        return action.model_copy(update={"params": params})

    def mischief(self, table: Table, offers: list[Legal]) -> Action:
        """Something that a card allows, or that just happened, whatever the rules say."""
        legal = self.chance.choice(offers)
        seat = self.chance.choice(table.order)
        action = act(legal.kind, seat, **legal.offer.params)
        if self.chance.random() < 0.5:
            return by_hand(self.chance, table, seat)
        if self.chance.random() < 0.5:
            return action.model_copy(update={"as_happened": "We played it so."})
        return action.model_copy(update={"cause": Cause(kind="card", name="A card")})


def act(kind: str, seat: str, **params: Any) -> Action:
    """An action as a phone sends it."""
    return Action(kind=kind, seat=seat, params=params)


def offers_of(table: Table) -> list[Legal]:
    """What anybody can do now."""
    return [legal for seat in table.order for legal in legal_actions(table, seat)]


def is_listed(offers: Iterable[Legal], action: Action) -> bool:
    """Whether exactly this is offered."""
    body = {"kind": action.kind, "seat": action.seat, "params": action.params}
    return any(legal.body() == body for legal in offers)


def variations(table: Table, action: Action) -> Iterable[Json]:
    """What may be sent instead of what is offered: other cards, other numbers, an end named."""
    me = table.figures[action.seat]
    match action.kind:
        case "move":
            yield {"direction": "clockwise"}
            yield {"to": "lothal"}
            yield {"gate": "mandalore-to-kessel"}
            yield {"direction": "counterclockwise", "to": "kef-bir"}
        case "encounter_space":
            yield {"draws": 1}
            yield {"draws": 2}
        case "encounter_character":
            effects = [{"lose": "life", "seat": action.params["other"]}]
            yield {**action.params, "instead": "An ability", "effects": effects}
        case "exchange_trophies":
            mine = table.cards_in(Zone.TROPHY, seat=me.seat)
            yield from ({"cards": list(some)} for some in combinations(mine[:5], 2))
            yield {"cards": mine}
        case "ditch":
            yield {"cards": table.held(me.seat)}
            yield {"cards": table.held(me.seat, CardType.OBJECT)[:2], "gold": me.gold}
        case "cast":
            yield {**action.params, "name": "mind-trick"}
        case "cross_by_card":
            yield {**action.params, "to": "naboo"}


def _worth(table: Table, me: Figure, ask: Choose, option: Option) -> float:
    """How much an option is liked: fighting, going on, and what leads inward."""
    family = option.id.partition("-")[0]
    if option.id in {"bonus", "evade", "decline", "stop", "done", "leave"}:
        return 0.3
    if family == "try":
        return 3.0 if me.strength + me.craft > 7 else 0.5
    if option.id in {"strength", "craft"}:
        return 0.1 + float(getattr(me, Dial(option.id)))
    if option.id == "fight":
        return 2.0
    return 1.0


def by_hand(chance: Random, table: Table, seat: str) -> Action:
    """What was forgotten is set as it lies on the table."""
    figures = {seat: {chance.choice(list(Dial)): chance.randint(0, 9)}}
    cards = [
        {"key": key, "zone": chance.choice(list(Zone)), "seat": seat, "space": "lothal"}
        for key in chance.sample(sorted(table.cards), min(1, len(table.cards)))
    ]
    params: Json = chance.choice(
        [
            {"figures": figures},
            {"figures": {seat: {"space": "yavin-4"}}},
            {"figures": {seat: {"toad": 2, "lost_turns": 1}}},
            {"cards": cards} if cards else {"gold_on": {"lothal": 1}},
            {"gold_on": {"lothal": chance.randint(0, 3)}},
            {"turn": {"seat": seat, "phase": chance.choice(["move", "encounter", "end"])}},
            {"facts": {"dial_ceiling": chance.randint(8, 12)}},
            {"facts": {"draws": {"lothal": 1}, "board_confirmed": True}},
        ]
    )
    kind = chance.choice(["correct", "state_of_table"])
    return act(kind, seat, reason="We forgot.", **params)
