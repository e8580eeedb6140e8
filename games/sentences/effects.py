"""Effects in words: what an instruction, a card or a choice does, as a clause after "may" or "to"."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from content.schema import effects as e
from content.schema.board import Trigger
from content.schema.pack import Pack
from games.sentences.names import NO_NAMES, Names
from games.sentences.words import Words, all_of, any_of, with_article


def effects_in_words(effects: Iterable[e.Effect], pack: Pack, names: Names = NO_NAMES) -> str:
    """What effects do, in the edition's words: `gain 1 Will and draw a Force Skill`."""
    return clause_of(effects, Words(pack, names))


def offer_in_words(trigger: Trigger, pack: Pack, names: Names = NO_NAMES) -> str:
    """What an instruction takes and does: `pay 1 Destiny token to draw a Force Skill`."""
    return offer_of(trigger, Words(pack, names))


def rows_in_words(table: e.RollWhat, pack: Pack, names: Names = NO_NAMES) -> dict[str, str]:
    """Each row of a table in words, by what is rolled: `{"5 to 9": "nothing"}`."""
    words = Words(pack, names)
    return {row_of(row): clause_of(effects, words) for row, effects in table.rows.items()}


def clause_of(effects: Iterable[e.Effect], words: Words) -> str:
    """What effects do, as one clause."""
    return all_of(_one(effect, words) for effect in effects)


def offer_of(trigger: Trigger, words: Words) -> str:
    """What an instruction takes and does, as one clause."""
    does = clause_of(trigger.do, words)
    prices = [words.amount(price, dial) for dial, price in trigger.pay.items()]
    if prices:
        return gettext("pay {price} to {do}").format(price=all_of(prices), do=does)
    if trigger.discard:
        given = with_article(words.one(trigger.discard))
        return gettext("discard {card} to {do}").format(card=given, do=does)
    return does


def row_of(row: str) -> str:
    """A row's name in words.

    >>> row_of("5-9"), row_of("7"), row_of("3+"), row_of("0-")
    ('5 to 9', '7', '3 or more', '0 or less')
    """
    if row.endswith("+"):
        return gettext("{number} or more").format(number=row[:-1])
    if row.endswith("-"):
        return gettext("{number} or less").format(number=row[:-1])
    low, dash, high = row.partition("-")
    return gettext("{low} to {high}").format(low=low, high=high) if dash else row


def _one(effect: Any, words: Words) -> str:
    clause = _CLAUSES[type(effect)](effect, words)
    if effect.seat:
        return gettext("{name}: {do}").format(name=words.who(effect.seat), do=clause)
    return clause


def _amounts(amounts: dict[Any, int], words: Words) -> str:
    return all_of(words.amount(points, dial) for dial, points in amounts.items())


def _counted(count: int, family: str, words: Words) -> str:
    return with_article(words.one(family)) if count == 1 else words.amount(count, family)


def _gain(effect: e.Gain, words: Words) -> str:
    return gettext("gain {amounts}").format(amounts=_amounts(effect.gain, words))


def _lose(effect: e.Lose, words: Words) -> str:
    return gettext("lose {amounts}").format(amounts=_amounts(effect.lose, words))


def _draw(effect: e.Draw, words: Words) -> str:
    policy = words.pack.edition.policy
    family = {policy.spell_deck: "spell", policy.adventure_deck: "adventure_card"}.get(
        effect.draw.deck
    )
    count = effect.draw.count
    if family:
        return gettext("draw {cards}").format(cards=_counted(count, family, words))
    text = ngettext("draw a card ({deck})", "draw {count} cards ({deck})", count)
    return text.format(count=count, deck=words.deck(effect.draw.deck))


def _discard(effect: e.Discard, words: Words) -> str:
    return gettext("discard {cards}").format(
        cards=_counted(effect.discard.count, effect.discard.kind, words)
    )


def _take(effect: e.Take, words: Words) -> str:
    card = words.a_card(effect.take.card)
    if effect.take.unless_held:
        return gettext("take {card}, if none is held").format(card=card)
    return gettext("take {card}").format(card=card)


def _roll(effect: e.RollTable, words: Words) -> str:
    dice = effect.roll.dice
    if effect.roll.minus:
        text = ngettext("roll a die less {dial}", "roll {dice} dice less {dial}", dice)
        return text.format(dice=dice, dial=words.one(effect.roll.minus))
    return ngettext("roll a die", "roll {dice} dice", dice).format(dice=dice)


def _choose(effect: e.Choose, words: Words) -> str:
    return any_of(clause_of(choice.do, words) for choice in effect.choose)


def _move(effect: e.Move, words: Words) -> str:
    return gettext("go to {space}").format(space=words.space(effect.move_to))


def _turns(effect: e.Turn, words: Words) -> str:
    turns = effect.turns
    if turns > 0:
        return ngettext("have another turn", "have {turns} more turns", turns).format(turns=turns)
    return ngettext("miss a turn", "miss {turns} turns", -turns).format(turns=-turns)


def _toad(effect: e.Toad, words: Words) -> str:
    text = ngettext("be {toad} for a turn", "be {toad} for {turns} turns", effect.toad)
    return text.format(toad=words.one("toad"), turns=effect.toad)


def _fight(effect: e.Fight, words: Words) -> str:
    what = effect.fight
    dial, value = (
        ("strength", what.strength) if what.strength is not None else ("craft", what.craft)
    )
    return gettext("fight {name} ({dial} {value})").format(
        name=what.name, dial=words.one(dial), value=value
    )


def _if(effect: e.If, words: Words) -> str:
    side, then, otherwise = words.alignment(effect.if_alignment), effect.then, effect.otherwise
    if not otherwise:
        return gettext("{do} if {side}").format(do=clause_of(then, words), side=side)
    return gettext("{do} if {side}, otherwise {other}").format(
        do=clause_of(then, words), side=side, other=clause_of(otherwise, words)
    )


def _shop(effect: e.Shop, words: Words) -> str:
    goods = ", ".join(f"{words.card(card)} ({price})" for card, price in effect.shop.items())
    return gettext("buy for {gold}: {goods}").format(gold=words.many("gold"), goods=goods)


def _place(effect: e.Place, words: Words) -> str:
    if effect.place == "elsewhere":
        return gettext("put this card on {space}").format(space=words.space(effect.space))
    return (
        gettext("leave this card here") if effect.place == "stays" else gettext("discard this card")
    )


# ---------------------------------------------------------------------- named rules

# Values of `with:` by name; what is a dial, a kind of card, a card or a space is said as one.
RULES: dict[str, str] = {
    "base_rolled_by_opponent": _("fight {name} with {attribute}"),
    "buy_off": _("lose {points} {dial}, 1 less for each {kind} discarded"),
    "cross_by_attribute": _("roll less than {attributes} with {dice} dice"),
    "emperor": _("fight {name}"),
    "lead": _("follow a lead"),
    "pass_test": _("pass the test here"),
    "test_total": _("roll less than {below} together with {dice} dice"),
}


def _named(effect: e.Named, words: Words) -> str:
    said = {name: _value(name, value, words) for name, value in effect.with_.items()}
    return gettext(RULES[effect.rule]).format(**said)


def _value(name: str, value: int | str | tuple[int | str, ...], words: Words) -> str:
    if isinstance(value, tuple):
        listed = [_value(name, one, words) for one in value]
        return all_of(listed) if name == "below" else any_of(listed)
    if isinstance(value, int) or name == "name":
        return str(value)
    return words.one(value) if value in words.pack.edition.terms else words.anything(value)


_CLAUSES: dict[type[e.Cited], Callable[[Any, Words], str]] = {
    e.Gain: _gain,
    e.Lose: _lose,
    e.Draw: _draw,
    e.Discard: _discard,
    e.Take: _take,
    e.RollTable: _roll,
    e.Choose: _choose,
    e.Move: _move,
    e.Turn: _turns,
    e.Toad: _toad,
    e.Fight: _fight,
    e.If: _if,
    e.Shop: _shop,
    e.Place: _place,
    e.Named: _named,
}
