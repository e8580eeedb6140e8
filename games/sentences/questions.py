"""What is asked, and what may be answered: questions as sentences, options as buttons."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from games.sentences.texts import Params, Text

# Questions asked for several purposes: the end of their code becomes a parameter.
FAMILIES: tuple[tuple[str, str], ...] = (
    ("ask_roll_again_", "purpose"),
    ("ask_roll_", "purpose"),
    ("ask_reroll_", "purpose"),
    ("ask_discard_", "kind"),
    ("ask_offer_", "trigger"),
)
PURPOSES = frozenset({"move", "attack", "enemy", "table", "test", "base", "piece", "escape"})


def _roll(params: Params) -> str:
    many = params["dice"]
    if params["purpose"] == "move":
        return ngettext("{seat} rolls a die to move.", "{seat} rolls {dice} dice to move.", many)
    if params["purpose"] == "attack":
        return ngettext(
            "{seat} rolls a die in the {one.battle}.",
            "{seat} rolls {dice} dice in the {one.battle}.",
            many,
        )
    if params["purpose"] == "enemy":
        return ngettext(
            "{seat} rolls a die for the {one.enemy}.",
            "{seat} rolls {dice} dice for the {one.enemy}.",
            many,
        )
    return ngettext("{seat} rolls a die.", "{seat} rolls {dice} dice.", many)


def _reroll(params: Params) -> str:
    if len(params["faces"]) == 1:
        return gettext("The roll is {faces}. Does {seat} pay 1 {one.dial} to have it rolled again?")
    return gettext(
        "The roll is {faces}. Does {seat} pay 1 {one.dial} to have one die rolled again?"
    )


def _tell(params: Params) -> str:
    if params.get("card") is None and "result" in params:
        return gettext("The roll is {result}: what does the chart say?")
    if params.get("card") is None:
        return gettext("What does the card do?")
    return gettext("What does {card} do?")


QUESTIONS: dict[str, Text] = {
    "ask_roll": _roll,
    "ask_roll_again": _("{seat} rolls one die again."),
    "ask_reroll": _reroll,
    "ask_cancel_reroll": _("Does {seat} pay 1 {one.dark_fate} so that the roll stands?"),
    "ask_replenish": _("Does {seat} get 1 {one.dark_fate} back?"),
    "ask_way": lambda p: ngettext(
        "Which way does {seat} go, {steps} space on?",
        "Which way does {seat} go, {steps} spaces on?",
        p["steps"],
    ),
    "ask_offer": _("On {trigger_space} {seat} may {offer}."),
    "ask_choose_one": _("{seat} chooses one."),
    "ask_dealt_first": _("Which {one.character_sheet} is {person} dealt first?"),
    "ask_dealt_second": _("And which second?"),
    "ask_buy": _("What does {seat} buy with {gold.gold}?"),
    "ask_collect": _("Does {seat} take {card}?"),
    "ask_take_gold": _("How many {many.gold} does {seat} take from {space}, up to {high}?"),
    "ask_left_at_gate": _("How many spaces of the move of {seat} are left there, up to {high}?"),
    "ask_shift": _(
        "{seat} has rolled {rolled}. By how much is it moved, at 1 {one.dial} a point? From {low} to {high}."
    ),
    "ask_before_battle": _("{seat} meets {foe} with {one.dial} {total}. Anything before the dice?"),
    "ask_bonus": _("How much does it add for {seat}? Below 0 takes off."),
    "ask_evade_one": _("Does {seat} evade one of them alone?"),
    "ask_evade_with": _("With which card does {seat} evade?"),
    "ask_prevent_life_loss": _("Does {seat} use {card} to save 1 {one.life}?"),
    "ask_reward": _("{seat} has won against {other}: which reward?"),
    "ask_leave_object": _("{seat} holds {held.object} and may keep {limit}: which is left here?"),
    "ask_discard": _("Which {one.kind} does {seat} discard?"),
    "ask_buy_off": _("Does {seat} discard one of these to lose 1 less?"),
    "ask_discard_for_craft": _(
        "Does {seat} discard {a.spell} to add to {one.craft}? So far it adds {added}."
    ),
    "ask_spell_side": _("Which side is the discarded {one.spell} of {seat} on?"),
    "ask_attribute": _("Which of them does {seat} choose?"),
    "ask_lose_one": _("What does {seat} lose?"),
    "ask_across": _("Which space lies straight across from {space}?"),
    "ask_move_piece": lambda p: ngettext(
        "Where does {seat} move {piece}, {steps} space on?",
        "Where does {seat} move {piece}, {steps} spaces on?",
        p["steps"],
    ),
    "ask_pick_victim": _("Whom does {piece} attack? {seat} picks."),
    "ask_gate": _("Does {seat} try the way to {gate_to}?"),
    "ask_inherit": _("Does {seat} take over {card}?"),
    "ask_draw": lambda p: ngettext(
        "Which card has {seat} drawn ({deck})?",
        "Which {count} cards has {seat} drawn ({deck})?",
        p["count"],
    ),
    "ask_tell": _tell,
    "ask_character": _("What does the card of {character} say?"),
}


def _gate(params: Params) -> str:
    if params["direction"] is None:
        return gettext("Try the task on {gate_from}")
    if params["direction"] == "clockwise":
        return gettext("Clockwise to {space}, and try the task there")
    return gettext("Counterclockwise to {space}, and try the task there")


def _route(params: Params) -> str:
    if params["direction"] is None:
        return gettext("To {space}")
    if params["direction"] == "clockwise":
        return gettext("Clockwise to {space}")
    return gettext("Counterclockwise to {space}")


def _stop_over(params: Params) -> str:
    if params["direction"] is None:
        return gettext("Stop on {space} in passing")
    if params["direction"] == "clockwise":
        return gettext("Clockwise, and stop on {space} in passing")
    return gettext("Counterclockwise, and stop on {space} in passing")


OPTIONS: dict[str, Text] = {
    "option_stop_over": _stop_over,
    "option_route": _route,
    "option_gate": _gate,
    "option_piece_to": _("To {space}"),
    "option_seat": _("{seat}"),
    "option_character": _("{character}"),
    "option_space": _("{space}"),
    "option_stop": _("Stay on {space}"),
    "option_keep_roll": _("Keep the roll"),
    "option_reroll": _("Reroll the {face}"),
    "option_take_offer": _("{offer}"),
    "option_decline": _("Decline"),
    "option_effect": _("{effects}"),
    "option_buy": _("Buy {a.card} ({price.gold})"),
    "option_done": _("No more"),
    "option_fight": _("Fight"),
    "option_evade": _("Evade"),
    "option_evade_with": _("Evade with {card}"),
    "option_evade_one": _("Evade {foe}"),
    "option_use_bonus": _("Use {card} ({signed})"),
    "option_use": _("Yes"),
    "option_use_card": _("Use {card}"),
    "option_bonus": _("Add something the app does not know"),
    "option_attribute": _("{one.dial} ({total})"),
    "option_alignment": _("{alignment}"),
    "option_lose": _("Lose 1 {one.dial}"),
    "option_life": _("{other} loses 1 {one.life}"),
    "option_take_gold": _("Take 1 {one.gold}"),
    "option_take_card": _("Take {card}"),
    "option_attack_follower": _("Attack {card}"),
    "option_nothing": _("Take nothing"),
    "option_leave_card": _("Leave {card}"),
    "option_leave": _("Leave it"),
    "option_keep": _("Keep it"),
    "option_card": _("{card}"),
    "option_none": _("No, none of them"),
    "option_no": _("No"),
}
