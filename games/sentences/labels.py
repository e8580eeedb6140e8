"""Labels: actions as buttons, changes as lines, and the words for phases, zones and states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from content.schema.pack import Pack
from games.sentences.fields import filled
from games.sentences.names import NO_NAMES, Names
from games.sentences.render import safely
from games.sentences.texts import By, Params, Text
from games.sentences.words import Words, all_of, opened

PHASES: dict[str, str] = {
    "setup": _("Setting up"),
    "move": _("Move"),
    "encounter": _("Encounter"),
    "end": _("End of the turn"),
    "over": _("The game is over"),
}
STATUSES: dict[str, str] = {
    "waiting": _("without {a.character}"),
    "chosen": _("{one.character} chosen"),
    "in_play": _("in play"),
    "dead": _("{one.character} lost"),
    "away": _("away"),
    "out": _("out of the game"),
}
ZONES: dict[str, str] = {
    "hand": _("hand"),
    "held": _("carried"),
    "trophy": _("{one.trophy}"),
    "space": _("on the board"),
    "discard": _("{one.discard_pile}"),
    "aside": _("set aside"),
    "out": _("out of the game"),
}


def phase_label(phase: str) -> str:
    """What part of the game or turn it is."""
    return gettext(PHASES[phase])


def zone_label(zone: str, pack: Pack) -> str:
    """Where a card lies."""
    return filled(gettext(ZONES[zone]), Words(pack, NO_NAMES), {})


def status_label(status: str, pack: Pack) -> str:
    """How a seat stands."""
    return filled(gettext(STATUSES[status]), Words(pack, NO_NAMES), {})


# ---------------------------------------------------------------------- actions


def _ditch(params: Params) -> str:
    if not params.get("cards"):
        return gettext("Leave {gold.gold} here")
    return (
        gettext("Leave {cards} and {gold.gold} here")
        if params.get("gold")
        else gettext("Leave {cards} here")
    )


def _move(params: Params) -> str:
    return (
        gettext("Roll and move")
        if params.get("to") is None
        else gettext("Roll and move to {to_space}")
    )


def _cross_by_card(params: Params) -> str:
    return (
        gettext("Cross with {card}")
        if params.get("to") is None
        else gettext("Cross to {to_space} with {card}")
    )


def _deal(params: Params) -> str:
    return (
        gettext("Deal {many.character_sheet}")
        if params.get("characters") is None
        else gettext("Deal {characters}")
    )


def _encounter(params: Params) -> str:
    return (
        gettext("Encounter the space")
        if params.get("space") is None
        else gettext("Encounter {space}")
    )


ACTIONS: dict[str, Text] = {
    "prepare_board": _("Lay out the board"),
    "deal_characters": _deal,
    "choose_character": _("Play {character}"),
    "deal_spells": _("Deal {many.spell}"),
    "set_up_character": _("Set up the {one.character}"),
    "begin": _("{first} begins"),
    "start_again": _("Start again as {character}"),
    "move": _move,
    "cross": _("Cross from {link_from} to {link_to}"),
    "cross_by_card": _cross_by_card,
    "step": By(
        "way",
        {
            "forward": _("Go on"),
            "back": _("Go back"),
            "stay": _("Take the test again"),
            "declare": _("Turn back without facing the space"),
        },
    ),
    "encounter_space": _encounter,
    "encounter_character": _("Encounter {other}"),
    "use_space": _("{offer}"),
    "exchange_trophies": _("Exchange {many.trophy}: {cards}"),
    "ditch": _ditch,
    "end_turn": _("End the turn"),
    "cast": _("Play {card}"),
    "tell": _("{name}"),
    "abandon_lead": _("Give up the {one.lead}"),
    "leave": _("Leave the table"),
    "come_back": _("Come back to the table"),
    "correct": _("Set right by hand"),
    "state_of_table": _("Take in the state of the table"),
}


# Kinds that nobody can list with all that belongs to them, where that is more than a name.
TOLD: dict[str, Text] = {**ACTIONS, "tell": _("Say what a card or an ability did")}


def told_label(kind: str, pack: Pack) -> str:
    """A kind of action that people fill in, as a button."""
    return safely(kind, {}, TOLD, Words(pack, NO_NAMES))


def action_label(
    kind: str, params: Params, pack: Pack, names: Names = NO_NAMES, *, space: str | None = None
) -> str:
    """A legal or logged action as a button: `Roll and move`, `Encounter Kiros`, `End the turn`.

    Args:
        space: Where its figure stands, for an action that does not say it.
    """
    return safely(kind, {"space": space, **params}, ACTIONS, Words(pack, names))


# ---------------------------------------------------------------------- changes

_NUMBERS: dict[str, str] = {
    "lost_turns": _("turns to miss"),
    "extra_turns": _("further turns"),
    "toad": _("turns {one.toad}"),
    "aside_gold": _("{many.gold} set aside"),
    "start_strength": _("{one.strength} at the start"),
    "start_craft": _("{one.craft} at the start"),
    "start_life": _("{one.life} at the start"),
    "start_fate": _("{many.fate} at the start"),
}
_SILENT = frozenset({"marks", "serial", "setup", "first_turn"})


def change_label(change: Mapping[str, Any], pack: Pack, names: Names = NO_NAMES) -> str | None:
    """A change as a line without whose it is: `Strength 3 → 4`; None for what only the app needs.

    Args:
        change: In JSON, as its reader may see it.
    """
    if change["field"] in _SILENT:
        return None
    words = Words(pack, names)
    subject, say = _SAID[change["what"]](change, words)
    if subject is None:
        return None
    return opened(
        gettext("{what} {before} → {after}").format(
            what=subject, before=say(change["before"]), after=say(change["after"])
        )
    )


Said = tuple[str | None, Callable[[Any], str]]


def _number(value: Any) -> str:
    return str(value if value is not None else "\u2013")


def _figure(change: Mapping[str, Any], words: Words) -> Said:
    name = change["field"]
    if name in _NUMBERS:
        return filled(gettext(_NUMBERS[name]), words, {}), _number
    others: dict[str, Said] = {
        "space": (gettext("Space"), lambda value: _or_none(words.space, value)),
        "character": (words.one("character"), lambda value: _or_none(words.character, value)),
        "alignment": (words.one("alignment"), lambda value: _or_none(words.alignment, value)),
        "status": (gettext("Seat"), lambda value: filled(gettext(STATUSES[value]), words, {})),
    }
    return others.get(name) or (words.many(name), _number)


def _or_none(say: Callable[[str], str], value: str | None) -> str:
    return "\u2013" if value is None else say(value)


def _card(change: Mapping[str, Any], words: Words) -> Said:
    known = next(
        (place[1] for place in (change["after"], change["before"]) if place and place[1]), None
    )
    name = words.card(known or change["id"])
    deck = next(place[0] for place in (change["after"], change["before"]) if place)
    return gettext("{card}:").format(card=name), lambda place: _place(place, deck, words)


def _place(place: list[Any] | None, deck: str, words: Words) -> str:
    """Where a card lies: with whom, on which space, or back in its deck."""
    if place is None:
        return words.deck(deck)
    zone, seat, space = place[2], place[3], place[4]
    label = filled(gettext(ZONES[zone]), words, {})
    if zone == "space":
        return words.space(space)
    return gettext("{who} ({where})").format(who=words.who(seat), where=label) if seat else label


def _space(change: Mapping[str, Any], words: Words) -> Said:
    return gettext("{gold} on {space}").format(
        gold=words.many("gold"), space=words.space(change["id"])
    ), _number


def _turn(change: Mapping[str, Any], words: Words) -> Said:
    if change["field"] == "seat":
        return gettext("Turn:"), lambda value: _or_none(words.who, value)
    if change["field"] == "phase":
        return gettext("Part of the turn:"), lambda value: gettext(PHASES[value])
    return gettext("Turn"), _number


def _game(change: Mapping[str, Any], words: Words) -> Said:
    if change["field"] == "winner":
        return gettext("Winner:"), lambda value: _or_none(words.who, value)
    return gettext("Seats:"), lambda value: all_of(words.who(seat) for seat in value)


def _piece(change: Mapping[str, Any], words: Words) -> Said:
    return gettext("{card}:").format(card=words.piece(change["id"])), words.space


def _fact(change: Mapping[str, Any], words: Words) -> Said:
    """What the table told of its box: numbers are shown, the rest only named."""
    kind, _colon, ref = change["id"].partition(":")
    if kind == "draws":
        return gettext("Cards drawn on {space}").format(space=words.space(ref)), _number
    if kind == "copies":
        return gettext("Copies of {card}").format(card=words.card(ref)), _number
    if kind == "dial_ceiling":
        return gettext("End of the dials"), _number
    if kind == "ring":
        return gettext("Order of the {region}:").format(region=words.region(ref)), _as_told
    if kind == "character":
        return gettext("Card of {character}:").format(character=words.character(ref)), _as_told
    if kind == "board_confirmed":
        return gettext(
            "The board:"
        ), lambda value: gettext("as in the box") if value else gettext("not confirmed")
    return None, _number


def _as_told(value: Any) -> str:
    """Too long for a line: only whether the table has told it."""
    return "\u2013" if value is None else gettext("as told")


_SAID: dict[str, Callable[[Mapping[str, Any], Words], Said]] = {
    "figure": _figure,
    "card": _card,
    "space": _space,
    "turn": _turn,
    "game": _game,
    "piece": _piece,
    "fact": _fact,
}
