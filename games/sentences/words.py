"""The edition's words and the table's names, as sentences ask for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, pgettext

from content.schema.pack import Pack
from games.sentences.names import Names

MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class Words:
    """An edition's words and a table's names, as sentences ask for them."""

    pack: Pack
    names: Names

    def one(self, family: str) -> str:
        """The edition's word for one of something."""
        term = self.pack.edition.terms.get(family)
        return term.one if term else family.replace("_", " ")

    def many(self, family: str) -> str:
        """The edition's word for several of something."""
        term = self.pack.edition.terms.get(family)
        return term.many if term else family.replace("_", " ")

    def amount(self, number: int, family: str) -> str:
        """So many of something: `1 Galactic Credit`, `3 Galactic Credits`."""
        word = self.one(family) if abs(number) == 1 else self.many(family)
        return gettext("{number} {word}").format(number=signless(number), word=word)

    def who(self, seat: str | None) -> str:
        """Who acts: the character of a seat, or its person while it has none."""
        if seat is None:
            return gettext("Nobody")
        character = self.names.characters.get(seat)
        return self.character(character) if character else self.person(seat)

    def person(self, seat: str | None) -> str:
        """The person of a seat."""
        if seat is None:
            return gettext("Nobody")
        return self.names.people.get(seat) or gettext("Seat {seat}").format(seat=seat)

    def character(self, character: str | None) -> str:
        """The name on a character card."""
        if character is None:
            return self.one("character")
        card = self.pack.characters_by_id.get(character)
        return card.name if card else readable(character)

    def space(self, space: str | None) -> str:
        """The name of a space."""
        if space is None:
            return gettext("no space")
        known = self.pack.spaces.get(space)
        return known.name if known else readable(space)

    def card(self, card: str | None) -> str:
        """The name of a card, by its id or by its key on the table; `a card` if this reader cannot know."""
        if card is None:
            return gettext("a card")
        if card in self.names.cards:
            return self.card(self.names.cards[card])
        if name := self.names.house.get(card):
            return name
        known = self.pack.cards.get(card)
        if known:
            return known.name
        return gettext("a card") if is_key(card) else readable(card)

    def a_card(self, card: str | None) -> str:
        """One card of a name, with its article; `a card` if this reader cannot know."""
        name = self.card(card)
        return name if name == gettext("a card") else with_article(name)

    def deck(self, deck: str) -> str:
        """The name of a deck."""
        known = self.pack.decks_by_id.get(deck)
        return known.name if known else readable(deck)

    def piece(self, piece: str) -> str:
        """The name of a piece on the board that belongs to nobody."""
        known = next((one for one in self.pack.board.pieces if one.id == piece), None)
        return known.name if known else readable(piece)

    def region(self, region: str) -> str:
        """The name of a region."""
        known = self.pack.regions.get(region)
        return known.name if known else readable(region)

    def alignment(self, alignment: str) -> str:
        """The edition's word for one of the three sides."""
        return next(
            (n for a, n in self.pack.edition.alignments.items() if a == alignment), alignment
        )

    def anything(self, ref: str) -> str:
        """The name of whatever an id belongs to: a space, a character, a seat or a card."""
        if ref in self.pack.spaces:
            return self.space(ref)
        if ref in self.pack.characters_by_id:
            return self.character(ref)
        if ref in self.names.people or ref in self.names.characters:
            return self.who(ref)
        return self.card(ref)


def is_key(ref: str) -> bool:
    """Whether this is how a table counts its cards, `c12`, and no card's id."""
    return ref[:1] == "c" and ref[1:].isdigit()


def readable(ref: str) -> str:
    """A name for what the app knows only by its id.

    >>> readable("lucky-coin")
    'Lucky Coin'
    """
    return " ".join(part.capitalize() for part in ref.replace("_", "-").split("-"))


def signless(number: int) -> str:
    """A number as people write it, with a true minus.

    >>> signless(-2)
    '−2'
    """
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def signed(number: int) -> str:
    """A number that is added or taken off.

    >>> signed(2), signed(-1)
    ('+2', '−1')
    """
    return f"+{number}" if number >= 0 else signless(number)


def all_of(items: Iterable[str]) -> str:
    """Several things in a row.

    >>> all_of(["4", "5", "6"])
    '4, 5 and 6'
    """
    return _listed(list(items), gettext("{first} and {last}"))


def any_of(items: Iterable[str]) -> str:
    """One of several things.

    >>> any_of(["Kiros", "Scarif"])
    'Kiros or Scarif'
    """
    return _listed(list(items), gettext("{first} or {last}"))


def _listed(items: Sequence[str], last_two: str) -> str:
    if len(items) < 2:
        return items[0] if items else pgettext("an empty list", "nothing")
    return last_two.format(first=", ".join(items[:-1]), last=items[-1])


def with_article(word: str) -> str:
    """A word with its article.

    >>> with_article("Object"), with_article("Medal")
    ('an Object', 'a Medal')
    """
    if word[:1].lower() in "aeiou":
        return pgettext("before a vowel", "an {word}").format(word=word)
    return pgettext("before a consonant", "a {word}").format(word=word)


def opened(text: str) -> str:
    """A clause with a capital letter in front, as buttons and sentences begin."""
    return text[:1].upper() + text[1:]
