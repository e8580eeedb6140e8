"""Questions: what a rule needs from dice and people. The helpers below hold the only bare `yield`s."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from content.schema.cards import Card
from content.schema.characters import CharacterFacts
from content.schema.effects import Effect, Effects
from content.schema.reading import Unreadable, read, read_as
from games.rules.changes import Note
from games.rules.errors import Problem, WrongAnswer

R = TypeVar("R")
Answer = dict[str, Any]

# Nobody changes a question, a note or a change once it is made. None of them is frozen all the same:
# odds make them by the thousand, and what enforces it would take a quarter of the time.


@dataclass(slots=True, kw_only=True)
class Ask:
    """An open question: who is asked, about what, and by which rules.

    `key` is the rule and purpose; an answer given to another key is not an answer to this question.
    """

    key: str
    seat: str
    text: Note
    cites: tuple[str, ...] = ()
    secret: bool = False

    def check(self, answer: Answer) -> Any:
        """What the answer means, once it is one.

        Raises:
            WrongAnswer: It is not among the allowed answers.
        """
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        """The question as a client reads it, without its sentence."""
        return {
            "kind": type(self).__name__.lower(),
            "key": self.key,
            "seat": self.seat,
            "rules": list(self.cites),
        }

    def _wrong(self, code: str, **params: Any) -> WrongAnswer:
        return WrongAnswer(
            Problem(code, self.cites, {"question": self.key, **params}, hard=True), self
        )


@dataclass(slots=True, kw_only=True)
class Roll(Ask):
    """Dice; `shows` are the rules that say which faces a die has.

    `again` says that what is rolled may order the same roll once more: from the same table it is then
    the same question, however often it was asked before.
    """

    dice: int = 1
    faces: int = 6
    shows: tuple[str, ...] = ()
    again: bool = False

    def check(self, answer: Answer) -> tuple[int, ...]:
        """The faces, one for each die."""
        rolled = answer.get("roll")
        if not isinstance(rolled, list) or not all(type(die) is int for die in rolled):
            raise self._wrong("roll_expected", dice=self.dice)
        if len(rolled) != self.dice:
            raise self._wrong("wrong_number_of_dice", dice=self.dice, given=len(rolled))
        if not all(1 <= die <= self.faces for die in rolled):
            wrong = {"question": self.key, "faces": self.faces, "given": rolled}
            problem = Problem("die_out_of_range", self.shows + self.cites, wrong, hard=True)
            raise WrongAnswer(problem, self)
        return tuple(rolled)

    def to_json(self) -> dict[str, Any]:
        """The question with what an answer needs to know."""
        return {**Ask.to_json(self), "dice": self.dice, "faces": self.faces}


@dataclass(slots=True)
class Option:
    """One thing that may be chosen, what it costs, or why it may not be chosen now.

    A secret option is shown to the asked seat only: it would tell what the seat has in hand.
    For odds: where the question comes again, options marked `any_order` come to the same in whatever
    order they are picked, and one of several that are `alike` stands for all of them.
    """

    id: str
    text: Note
    costs: dict[str, int] = field(default_factory=dict)
    barred: Problem | None = None
    secret: bool = False
    any_order: bool = False
    alike: str | None = None


@dataclass(slots=True, kw_only=True)
class Choose(Ask):
    """One of several options, in a stable order; the first is what happens if nothing is done.

    A barred option may still be taken with a `cause`: a card or ability that says so. With `is_fact`
    nobody decides anything: somebody reads off a card what is so. `besides` may be named too, though
    the app would not have thought of it: where its board is a guess, the table's is right.
    """

    options: tuple[Option, ...] = ()
    lenient: bool = False
    is_fact: bool = False
    besides: tuple[str, ...] = ()

    def check(self, answer: Answer) -> str:
        """The id of the option chosen."""
        chosen = answer.get("choose")
        if not isinstance(chosen, str):
            raise self._wrong("choice_expected", options=self._open())
        for option in self.options:
            if option.id == chosen:
                waived = self.lenient or bool(answer.get("cause"))
                if option.barred and (option.barred.hard or not waived):
                    raise WrongAnswer(option.barred, self)
                return chosen
        if chosen in self.besides:
            return chosen
        raise self._wrong("not_an_option", chosen=chosen, options=self._open())

    def is_barred(self, chosen: str) -> bool:
        """Whether an option is barred, so that only something that outranks the rules can choose it."""
        return any(option.barred for option in self.options if option.id == chosen)

    def _open(self) -> list[str]:
        """What everybody may know can be chosen."""
        return [option.id for option in self.options if not option.barred and not option.secret]

    def to_json(self) -> dict[str, Any]:
        """The question with what an answer needs to know."""
        besides = {"besides": list(self.besides)} if self.besides else {}
        return {**Ask.to_json(self), "options": self._open(), **besides}


@dataclass(slots=True, kw_only=True)
class Amount(Ask):
    """A whole number from `low` to `high`; what lies outside is refused by `beyond`, if it is given.

    It also lies `between` two numbers, where those have a reason of their own.
    """

    low: int = 0
    high: int = 0
    between: tuple[int, int] | None = None
    beyond: Problem | None = None

    @property
    def bounds(self) -> list[tuple[int, int]]:
        """The ranges in all of which it lies."""
        return [(self.low, self.high), *([self.between] if self.between else ())]

    @property
    def least(self) -> int:
        """The lowest number that may be named."""
        return max(low for low, _ in self.bounds)

    @property
    def most(self) -> int:
        """The highest number that may be named."""
        return min(high for _, high in self.bounds)

    def check(self, answer: Answer) -> int:
        """The number named."""
        amount = answer.get("amount")
        if type(amount) is not int:
            raise self._wrong("amount_expected", low=self.least, high=self.most)
        if not self.least <= amount <= self.most:
            if self.beyond:
                raise WrongAnswer(self.beyond, self)
            raise self._wrong("amount_out_of_range", low=self.least, high=self.most, given=amount)
        return amount

    def to_json(self) -> dict[str, Any]:
        """The question with what an answer needs to know."""
        return {**Ask.to_json(self), "low": self.least, "high": self.most}


@dataclass(frozen=True, slots=True)
class Drawn:
    """What somebody says was drawn: a known card, a card met for the first time, or a card unseen."""

    card: str | None = None
    new: Card | None = None


@dataclass(slots=True, kw_only=True)
class Draw(Ask):
    """Which cards came off a deck; `known` lists the ids that may be named.

    `left` says how many of a card can still be in the deck, where the box's number is known.
    """

    deck: str
    count: int
    known: frozenset[str] = frozenset()
    left: Mapping[str, int] = field(default_factory=dict)
    may_be_unseen: bool = False

    def check(self, answer: Answer) -> tuple[Drawn, ...]:
        """The cards, in the order drawn."""
        cards = answer.get("cards")
        if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
            raise self._wrong("cards_expected", count=self.count)
        if len(cards) != self.count:
            raise self._wrong("wrong_number_of_cards", count=self.count, given=len(cards))
        drawn: list[Drawn] = []
        for card in cards:
            drawn.append(self._one(card, {one.new.id for one in drawn if one.new}))
        named = [one.card for one in drawn]
        for card, left in self.left.items():
            if named.count(card) > left:
                raise self._wrong("all_copies_out", card=card, left=left)
        return tuple(drawn)

    def _one(self, card: dict[str, Any], just_met: set[str]) -> Drawn:
        """One card; a second one like a card just described is named by its id."""
        if "new" in card:
            try:
                return Drawn(new=read(Card, card["new"]))
            except Unreadable as error:
                raise self._wrong("card_unreadable", faults=error.faults) from None
        named = card.get("card")
        if named is None and self.may_be_unseen:
            return Drawn()
        if named not in self.known and named not in just_met:
            raise self._wrong("unknown_card", card=named, deck=self.deck)
        return Drawn(card=named)

    def to_json(self) -> dict[str, Any]:
        """The question with what an answer needs to know."""
        return {
            **Ask.to_json(self),
            "deck": self.deck,
            "count": self.count,
            "known": sorted(card for card in self.known if self.left.get(card, 1)),
            "may_be_unseen": self.may_be_unseen,
        }


@dataclass(slots=True, kw_only=True)
class Tell(Ask):
    """What a card on paper did, in effect words; an empty list says that nothing happened.

    `valid` finds what is told about things that this box does not have.
    """

    subject: str
    valid: Callable[[tuple[Effect, ...]], Problem | None] = lambda _effects: None

    def check(self, answer: Answer) -> tuple[Effect, ...]:
        """The effects told."""
        try:
            effects = read_as(Effects, answer.get("effects"))
        except Unreadable as error:
            raise self._wrong("effects_unreadable", faults=error.faults) from None
        if problem := self.valid(effects):
            raise WrongAnswer(problem, self)
        return effects

    def to_json(self) -> dict[str, Any]:
        """The question with what an answer needs to know."""
        return {**Ask.to_json(self), "subject": self.subject}


@dataclass(slots=True, kw_only=True)
class Describe(Ask):
    """What a character card says: asked for once, then remembered."""

    subject: str
    spaces: frozenset[str] = frozenset()

    def check(self, answer: Answer) -> CharacterFacts:
        """What was read off the card."""
        try:
            facts = read(CharacterFacts, answer.get("facts"))
        except Unreadable as error:
            raise self._wrong("facts_unreadable", faults=error.faults) from None
        if facts.start not in self.spaces:
            raise self._wrong("unknown_space", space=facts.start)
        return facts

    def to_json(self) -> dict[str, Any]:
        """The question with what an answer needs to know."""
        return {**Ask.to_json(self), "subject": self.subject}


Rule = Generator[Ask, Any, R]


def ask_key(cites: tuple[str, ...], purpose: str, seat: str, about: object = None) -> str:
    """The key of a question: the first rule it comes from, what it is for, who is asked about what.

    Two seats may be asked the same thing, and one seat about two cards; their answers must not be
    taken for each other when the table has changed between them.

    >>> ask_key(("SW-FATE-1",), "reroll_move", "A")
    'SW-FATE-1:reroll_move:A'
    """
    rule = f"{cites[0]}:" if cites else ""
    return f"{rule}{purpose}:{seat}" if about is None else f"{rule}{purpose}:{seat}:{about}"


def ask_roll(
    seat: str,
    purpose: str,
    cites: tuple[str, ...],
    *,
    dice: int = 1,
    shows: tuple[str, ...] = (),
    again: bool = False,
    **params: Any,
) -> Rule[tuple[int, ...]]:
    """Somebody rolls dice on the table."""
    text = Note(f"ask_roll_{purpose}", {"seat": seat, "dice": dice, **params})
    result = yield Roll(
        key=ask_key(cites, f"roll_{purpose}", seat),
        seat=seat,
        text=text,
        cites=cites,
        dice=dice,
        shows=shows,
        again=again,
    )
    return result  # type: ignore[no-any-return]  # the runner sends what Roll.check returned


def ask_choose(
    seat: str,
    purpose: str,
    cites: tuple[str, ...],
    options: Sequence[Option],
    *,
    lenient: bool = False,
    secret: bool = False,
    is_fact: bool = False,
    besides: Sequence[str] = (),
    **params: Any,
) -> Rule[str]:
    """Somebody chooses one of several options."""
    text = Note(f"ask_{purpose}", {"seat": seat, **params})
    result = yield Choose(
        key=ask_key(cites, purpose, seat, params.get("card")),
        seat=seat,
        text=text,
        cites=cites,
        options=tuple(options),
        lenient=lenient,
        secret=secret,
        is_fact=is_fact,
        besides=tuple(besides),
    )
    return result  # type: ignore[no-any-return]


def ask_amount(
    seat: str,
    purpose: str,
    cites: tuple[str, ...],
    low: int,
    high: int,
    *,
    between: tuple[int, int] | None = None,
    beyond: Problem | None = None,
    **params: Any,
) -> Rule[int]:
    """Somebody names a number."""
    text = Note(f"ask_{purpose}", {"seat": seat, "low": low, "high": high, **params})
    result = yield Amount(
        key=ask_key(cites, purpose, seat),
        seat=seat,
        text=text,
        cites=cites,
        low=low,
        high=high,
        between=between,
        beyond=beyond,
    )
    return result  # type: ignore[no-any-return]


def ask_draw(
    seat: str,
    deck: str,
    count: int,
    cites: tuple[str, ...],
    known: frozenset[str],
    *,
    left: Mapping[str, int],
    secret: bool = False,
    may_be_unseen: bool = False,
) -> Rule[tuple[Drawn, ...]]:
    """Somebody says which cards were drawn."""
    text = Note("ask_draw", {"seat": seat, "deck": deck, "count": count})
    result = yield Draw(
        key=ask_key(cites, f"draw_{deck}", seat),
        seat=seat,
        text=text,
        cites=cites,
        deck=deck,
        count=count,
        known=known,
        left=left,
        secret=secret,
        may_be_unseen=may_be_unseen,
    )
    return result  # type: ignore[no-any-return]


def ask_tell(
    seat: str,
    subject: str,
    cites: tuple[str, ...],
    *,
    check: Callable[[tuple[Effect, ...]], Problem | None],
    **params: Any,
) -> Rule[tuple[Effect, ...]]:
    """Somebody says what a card did; rules ask by `told.ask_told`, which knows the box."""
    text = Note("ask_tell", {"seat": seat, "subject": subject, **params})
    result = yield Tell(
        key=ask_key(cites, f"tell_{subject}", seat),
        seat=seat,
        text=text,
        cites=cites,
        subject=subject,
        valid=check,
    )
    return result  # type: ignore[no-any-return]


def ask_character(
    seat: str, character: str, cites: tuple[str, ...], spaces: frozenset[str]
) -> Rule[CharacterFacts]:
    """Somebody reads a character card to the app."""
    text = Note("ask_character", {"seat": seat, "character": character})
    result = yield Describe(
        key=ask_key(cites, f"character_{character}", seat),
        seat=seat,
        text=text,
        cites=cites,
        subject=character,
        spaces=spaces,
    )
    return result  # type: ignore[no-any-return]
