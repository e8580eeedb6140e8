"""What must hold of every step of every game, looked at cheaply enough to look at millions."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from games.rules.actions.base import Action, kinds
from games.rules.asks import Amount, Ask, Choose, Draw, Roll
from games.rules.changes import squeezed
from games.rules.checklist import to_do
from games.rules.errors import IllegalAction, InvalidAction, Problem, WrongAnswer
from games.rules.legality import (
    Legal,
    check_action,
    problems_with,
    problems_with_table,
    told_kinds,
)
from games.rules.table import Figure, Table
from games.rules.terms import CardType, Phase, Status, Zone
from games.rules.verbs.cards import object_limit
from games.rules.verbs.values import spells_allowed
from games.rules.viewpoint import Viewer, masked, unmasked, view_ask, view_entry, view_table
from tests.rules.box import Json
from tests.rules.playing import Game, Player, Step
from tests.rules.wording import Wording

BY_HAND = frozenset({"correct", "state_of_table"})
# Parameters that a listed action leaves open: what people choose, and what their board or card says.
# Those that name several things at once are looked at one by one.
OPEN: dict[str, frozenset[str]] = {
    "deal_characters": frozenset({"characters"}),
    "move": frozenset({"direction", "to", "gate"}),
    "encounter_space": frozenset({"draws"}),
    "encounter_character": frozenset({"instead", "effects"}),
    "cast": frozenset({"name"}),
    "cross_by_card": frozenset({"to"}),
}
ODD: list[Any] = [None, True, -1, 0, 7, 10**9, 1.5, "", "x", "kiros", "c1", "-", "x" * 300]
ODD += [[], ["x"], [None], [["c1"]], {}, {"x": 1}, "\u0000", "ann"]
NAMES = (
    "card",
    "cards",
    "character",
    "characters",
    "draws",
    "effects",
    "first",
    "gold",
    "link",
    "other",
)
SAME = ("order", "setup", "serial", "winner", "figures", "cards", "gold_on", "pieces", "facts")


class Proofs:
    """The proofs, and the chance that picks what is looked at now and then."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)  # noqa: S311 - a game, not a secret
        self.hands_off = True

    # ------------------------------------------------------------ before a step

    def offers_hold(self, table: Table, offers: list[Legal]) -> None:
        """Nothing that is listed is refused, and somebody has something to do."""
        for legal in offers:
            action = Action(kind=legal.kind, seat=legal.seat, params=legal.offer.params)
            found = problems_with(table, action)
            assert not found, f"{legal.body()} is listed, and refused: {found}"
        owed = [legal for legal in offers if legal.offer.closes and not legal.offer.secret]
        if not owed or self.chance.random() < 0.1:
            due = to_do(table)
            assert any(not one.optional or not table.figures[one.seat].in_play for one in due), due
            listed = {(legal.seat, legal.kind) for legal in owed} | {("", "deal_characters")}
            assert {(one.seat, one.action) for one in due if one.params} <= listed

    def unlisted_is_refused(self, table: Table, offers: list[Legal]) -> None:
        """Nothing is accepted that is not listed, whatever is sent: legal, illegal, or nonsense."""
        for _ in range(2):
            action = self._any_action(table, offers)
            if self.chance.random() < 0.5:
                action = self._odd(action)
            try:
                check_action(table, action)
            except (IllegalAction, InvalidAction):
                continue
            else:
                assert is_allowed(table, offers, action), f"{action} is not listed, and accepted"

    def _odd(self, action: Action) -> Action:
        """The same with something in it that nobody would send, or that belongs elsewhere."""
        chance, params = self.chance, dict(action.params)
        match chance.randrange(5):
            case 0:
                params[chance.choice([*params, "x"])] = chance.choice(ODD)
            case 1 if params:
                del params[chance.choice(list(params))]
            case 2:
                return action.model_copy(update={"seat": chance.choice(["nobody", "x", "Ann"])})
            case 3:
                return action.model_copy(update={"kind": chance.choice(["x", *kinds()])})
            case _:
                params |= {name: chance.choice(ODD) for name in chance.sample(NAMES, 2)}
        return action.model_copy(update={"params": params})

    def _any_action(self, table: Table, offers: list[Legal]) -> Action:
        kind = self.chance.choice(list(kinds()))
        seat = self.chance.choice(table.order)
        return Action(kind=kind, seat=seat, params=self._any_params(table, kind, offers))

    def _any_params(self, table: Table, kind: str, offers: list[Legal]) -> Json:
        chance = self.chance
        card = chance.choice(sorted(table.cards) or ["c1"])
        space = chance.choice(table.pack.board.spaces).id
        triggers = [x.id for space in table.pack.board.spaces for x in space.triggers]
        some: dict[str, list[Json]] = {
            "begin": [{"first": chance.choice(table.order)}],
            "cast": [{"card": card}],
            "choose_character": [{"character": chance.choice(table.pack.characters).id}],
            "start_again": [{"character": chance.choice(table.pack.characters).id}],
            "cross": [{"link": chance.choice(table.pack.board.links).id}],
            "cross_by_card": [{"card": card}, {"card": card, "to": space}],
            "ditch": [{"cards": [card]}, {"gold": chance.randint(0, 3)}, {"cards": [card, card]}],
            "encounter_character": [{"other": chance.choice(table.order)}],
            "encounter_space": [{}, {"draws": chance.randint(0, 3)}],
            "exchange_trophies": [{"cards": [card]}, {"cards": []}],
            "move": [{}, {"to": space}, {"direction": "clockwise"}],
            "step": [{"way": way} for way in ("forward", "back", "stay", "declare")],
            "use_space": [{"trigger": chance.choice(triggers)}],
        }
        listed = [legal.offer.params for legal in offers if legal.kind == kind]
        return chance.choice([*some.get(kind, [{}]), *listed])

    # ------------------------------------------------------------ a step

    def changes_hold(self, step: Step) -> None:
        """Before and its changes are after, squeezed too, and backwards."""
        before, after = step.before, step.outcome.table
        forth, short = before.copy(), before.copy()
        for change in after.changes:
            assert forth.get(change.what, change.id, change.field) == change.before, change
            change.apply(forth)
            assert step.action.kind in BY_HAND or change.cites, f"{change} cites nothing"
            assert all(rule in after.pack.rules for rule in change.cites), change
        assert_same(forth, after)
        for change in squeezed(after.changes):
            assert short.get(change.what, change.id, change.field) == change.before, change
            change.apply(short)
        assert_same(short, after)
        for change in reversed(after.changes):
            change.revert(forth)
        assert_same(forth, before)

    def books_hold(self, step: Step) -> None:
        """Pieces are conserved, every card is in one place, dials are within bounds."""
        table = step.outcome.table
        self.hands_off &= step.action.cause is None and step.action.as_happened is None
        self.hands_off &= step.action.kind not in BY_HAND
        self.hands_off &= all("cause" not in answer for answer in step.answers)
        if found := problems_with_table(table):
            known = problems_with_table(step.before)
            assert all(one in known for one in found), found
        orders = [placement.order for placement in table.cards.values()]
        assert len(orders) == len(set(orders)), "two cards came at once"
        assert max(orders, default=0) <= table.serial
        for key, placement in table.cards.items():
            lies = placement.zone in {Zone.SPACE, Zone.DISCARD, Zone.OUT}
            assert (placement.space is not None) == (placement.zone is Zone.SPACE), key
            assert (placement.seat is None) == lies, key
            assert placement.deck in table.pack.decks_by_id, key
        for figure in table.figures.values() if self.hands_off else ():
            self._figure_holds(table, figure)
        for card in table.pack.cards.values():
            if card.copies.is_printed and card.copies.value and self.hands_off:
                out = sum(place.card == card.id for place in table.cards.values())
                assert out <= card.copies.value, f"{out} of {card.id}"

    def _figure_holds(self, table: Table, figure: Figure) -> None:
        zones = {place.zone for place in table.cards.values() if place.seat == figure.seat}
        gone = figure.status in {Status.DEAD, Status.OUT, Status.WAITING}
        if gone:
            assert zones <= {Zone.ASIDE}, f"{figure.seat} has no character, and {zones}"
            numbers = (figure.gold, figure.fate, figure.strength, figure.toad, figure.extra_turns)
            assert not any(numbers), figure
            assert figure.space is None, figure
        else:
            assert zones <= {Zone.HAND, Zone.HELD, Zone.TROPHY}, f"{figure.seat} has {zones}"
        if figure.in_play:
            limit = object_limit(table, figure)
            held = table.held(figure.seat, CardType.OBJECT)
            assert limit is None or len(held) <= limit, f"{figure.seat} holds {len(held)} objects"
            if table.policy.spell_limit_always and table.turn.phase is not Phase.SETUP:
                hand = len(table.hand(figure.seat))
                assert hand <= spells_allowed(table, figure), f"{figure.seat} has {hand} spells"
            names = [card.name for key in held if (card := table.card_at(key))]
            assert len(names) == len(set(names)), f"{figure.seat} holds two of a name: {names}"

    # ------------------------------------------------------------ who sees what

    def secrets_hold(self, step: Step) -> None:
        """What a viewer sees of table and entry is the same whatever others have in hand.

        The entry of every step, the table now and then: it is dear to lay out.
        """
        table = step.outcome.table
        viewers: list[str | None] = [None, *table.order]
        if self.chance.random() < 0.02:
            for seat in viewers:
                viewer = Viewer(seat)
                assert view_table(table, viewer) == view_table(without_hands(table, seat), viewer)
        one = self.chance.choice(viewers)
        for seen in view_table(table, Viewer(one))["seats"] if self.chance.random() < 0.2 else ():
            assert seen["seat"] == one or seen["hand"]["cards"] is None
        self._entry_holds(step, viewers)

    def _entry_holds(self, step: Step, viewers: list[str | None]) -> None:
        table, seat = step.outcome.table, step.action.seat
        entry: Json = {
            "params": step.action.params,
            "answers": step.answers,
            "changes": [change.to_json() for change in table.changes],
            "notes": [note.to_json() for note in table.notes],
        }
        public, secret = masked(entry, step.outcome.asked, table.pack, seat)
        assert unmasked(public, secret) == entry
        assert json.loads(json.dumps(secret)) == secret
        for viewer in viewers:
            seen = view_entry(public, secret, Viewer(viewer))
            held = {
                (place.card, place.seat)
                for place in table.cards.values()
                if place.zone is Zone.HAND and place.card
            }
            hidden = {card for card, _ in held} - {card for card, of in held if of == viewer}
            for change in seen["changes"]:
                assert not _shows(change, hidden, viewer), f"{viewer} sees {change}"
            for answer, ask in zip(seen["answers"], step.outcome.asked, strict=True):
                mine = not ask.secret or ask.seat == viewer
                assert mine or set(answer) <= {"key", "hidden", "cause"}, f"{viewer} sees {answer}"

    def asks_hold(self, table: Table, ask: Ask) -> None:
        """Only what a question lists is an answer, and nobody else sees what it tells of a hand."""
        self._only_listed_is_answered(ask)
        if not isinstance(ask, Choose):
            return
        for option in ask.options:
            if option.barred and not ask.lenient:
                assert refuses(lambda: ask.check({"choose": option.id})), option  # noqa: B023
        if self.chance.random() < 0.1:
            other = self.chance.choice([None, *(seat for seat in table.order if seat != ask.seat)])
            seen = view_ask(table, ask, Viewer(other))
            secret = {option.id for option in ask.options if option.secret or ask.secret}
            shown = {option["id"] for option in seen.get("options", ())}
            assert not secret & shown, f"{other} sees {secret & shown}"

    def _only_listed_is_answered(self, ask: Ask) -> None:
        """Whatever else is given as an answer is refused with a reason."""
        chance = self.chance
        word = chance.choice(["roll", "choose", "amount", "cards", "effects", "facts", "x"])
        given = chance.choice([*ODD, [7], [0, 1], [6] * chance.randint(0, 4), [{"card": "x"}]])
        try:
            ask.check({word: given})
        except WrongAnswer:
            return
        match ask:
            case Roll():
                fits = len(given) == ask.dice and all(1 <= die <= ask.faces for die in given)
            case Choose():
                listed = {o.id for o in ask.options if ask.lenient or not o.barred}
                fits = given in listed | {*ask.besides}
            case Amount():
                fits = ask.least <= given <= ask.most
            case Draw():
                fits = len(given) == ask.count
            case _:
                fits = word == "effects" and given == []
        assert fits, f"{given} is no answer to {ask.to_json()}, and accepted"


def refuses(tried: Callable[[], object]) -> Problem | None:
    """The reason for which an answer is refused, if it is."""
    try:
        tried()
    except WrongAnswer as wrong:
        return wrong.problems[0]
    return None


def is_allowed(table: Table, offers: list[Legal], action: Action) -> bool:
    """Whether an action may be done: it is listed, but for what it leaves open, or tells what only people know."""
    if action.kind in told_kinds(table, action.seat):
        return True
    listed = [
        legal.offer.params
        for legal in offers
        if (legal.kind, legal.seat) == (action.kind, action.seat)
    ]
    if action.kind == "ditch":
        return _all_listed_singly(table, listed, action)
    if action.kind == "exchange_trophies":
        # Everything of one attribute is listed at once: each thing handed in is in one of those.
        every = {key for params in listed for key in params["cards"]}
        return bool(action.params["cards"]) and every >= set(action.params["cards"])
    free = OPEN.get(action.kind, frozenset())
    # What is not said of an action is what it would be by itself.
    said = {name: value for name, value in action.params.items() if name not in free}
    return said in listed


def _all_listed_singly(table: Table, listed: list[Json], action: Action) -> bool:
    """Several things that are left at once: each could be left alone, and so many coins are there."""
    cards, gold = action.params.get("cards", []), action.params.get("gold", 0)
    singly = [{"cards": [card]} for card in cards] + [{"gold": 1}] * bool(gold)
    has = table.figures[action.seat].gold
    return bool(singly) and gold <= has and all(one in listed for one in singly)


def assert_same(one: Table, other: Table) -> None:
    """Two tables are the same table."""
    for name in SAME:
        assert getattr(one, name) == getattr(other, name), name
    assert one.turn == other.turn


def without_hands(table: Table, seat: str | None) -> Table:
    """The table as it would be if nobody but one had told the app of any card in a hand."""
    twin = table.copy()
    decks = {deck.id for deck in table.pack.decks if deck.secret}
    for key, place in table.cards.items():
        if place.zone is Zone.HAND and place.seat != seat:
            twin.cards[key] = replace(place, card=None)
    known = {place.card for place in twin.cards.values()}
    for fact, deck in table.facts.items():
        kind, _, card = fact.partition(":")
        if kind == "deck" and deck in decks and card not in known:
            del twin.facts[fact], twin.facts[f"card:{card}"]
    return twin


def _shows(change: dict[str, Any], hidden: set[str], viewer: str | None) -> bool:
    """Whether a change tells somebody which card lies in another hand, and never lay in the own one."""
    if change["what"] == "card":
        places = [place for place in (change["before"], change["after"]) if place]
        hands = [place for place in places if place[2] == Zone.HAND.value]
        mine = any(place[3] == viewer for place in hands)
        return not mine and any(place[1] for place in hands)
    kind, _, card = str(change["id"]).partition(":")
    return change["what"] == "fact" and kind in {"card", "deck"} and card in hidden


def play_and_prove(seed: int) -> Game:
    """Play the game of a seed to its end and prove every step of it."""
    player, proofs, words = Player(seed), Proofs(seed), Wording(seed)
    player.asks += [proofs.asks_hold, words.asks_have_words]
    player.refusals.append(words.refusals_have_words)
    return player.play(
        [proofs.changes_hold, proofs.books_hold, proofs.secrets_hold, words.steps_have_words],
        [proofs.offers_hold, proofs.unlisted_is_refused, words.offers_have_words],
    )
