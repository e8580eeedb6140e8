"""What happened: one sentence for each step of a derivation.

In braces: a parameter, said as `FIELDS` in words.py says it; `{one.trophy}`, `{many.trophy}`,
`{a.trophy}` are the edition's words; `{points.gold}` is a number of something, `{points.dial}` of
what the parameter `dial` names.
"""

from __future__ import annotations

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from games.sentences.texts import By, Params, Text


def _cast(params: Params) -> str:
    return (
        gettext("{seat} plays {a.spell}.")
        if params["card"] is None
        else gettext("{seat} plays {card}.")
    )


def _discarded_spell(params: Params) -> str:
    return (
        gettext("{seat} discards {a.spell}.")
        if params["card"] is None
        else gettext("{seat} discards {card}.")
    )


def _spell_adds(params: Params) -> str:
    return (
        gettext("The {one.spell} adds {points}.")
        if params["card"] is None
        else gettext("{card} adds {points}.")
    )


_CAUSE = By(
    "kind",
    {
        "card": _("The card {name} allows it, whatever the rulebook says."),
        "ability": _("The {one.ability} {name} allows it, whatever the rulebook says."),
        "house_rule": _("The house rule {name} allows it, whatever the rulebook says."),
    },
)


_CLIPPED = By(
    "why",
    {
        "life_cap": _("{seat} is at the starting value of {at}, so {lost.dial} cannot be gained."),
        "dial_ceiling": _("The dial of {seat} ends at {at}, so {lost.dial} cannot be gained."),
        "toad_no_change": _("{seat} is {one.toad} and gains no {one.dial}."),
        "gold_limited": _("{lost.dial} cannot be taken: the {one.supply} has no more."),
        "fate_limited": _("{lost.dial} cannot be taken: the {one.supply} has no more."),
        "fate_cap": _("{lost.dial} cannot be taken: {seat} can hold no more."),
    },
)


_NOT_LOST = By(
    "why",
    {
        "start_floor": _(
            "{seat} keeps {kept.dial}: {one.dial} never falls below the starting value, here {at}."
        ),
        "toad_no_change": _("{seat} is {one.toad} and loses no {one.dial}."),
        "supply": _("{seat} has no more {many.dial} to lose."),
        "dial_change": _("{seat} has no more {many.dial} to lose."),
    },
)


def _rolled(params: Params) -> str:
    if params["purpose"] == "move":
        return gettext("{seat} rolls {faces} to move.")
    if params["purpose"] == "attack":
        return gettext("{seat} rolls {faces} in the {one.battle}.")
    if params["purpose"] == "enemy":
        return gettext("{seat} rolls {faces} for the {one.enemy}.")
    if len(params["faces"]) == 1:
        return gettext("{seat} rolls {faces}.")
    return gettext("{seat} rolls {faces}, {total} in all.")


def _rerolled(params: Params) -> str:
    if len(params["faces"]) == 1:
        return gettext("{seat} rolls again: {faces}.")
    return gettext("{seat} rolls one die again: now {faces}, {total} in all.")


def _visits(params: Params) -> str:
    return (
        gettext("{card} takes place.")
        if params["kind"] == "event"
        else gettext("{seat} visits {card}.")
    )


NOTES: dict[str, Text] = {
    # why the rules did not stop it
    "as_happened": _("Logged as it happened, whatever the rules say: {reason}."),
    "cause": _CAUSE,
    "set_by_hand": _("Set by hand: {reason}."),
    "told_effect": _("{name} takes effect."),
    # setting up, beginning, ending
    "board_prepared": _("The board is laid out, decks are shuffled and open piles sorted."),
    "dealt": _("{person} is dealt {characters}."),
    "chose": _("{person} plays {character}."),
    "alignment_differs": _(
        "By its card {character} is {alignment}; the app had guessed otherwise."
    ),
    "start_card_unknown": _(
        "{seat} starts with {card}, which the app does not know yet: log it by hand."
    ),
    "no_spells": _("{seat} starts without {many.spell}."),
    "laid_out": _("{character} is set up and starts on {space}."),
    "game_begins": _("The game begins."),
    "game_won": _("{seat} has won the game."),
    "turn_begins": _("It is the turn of {seat}."),
    "nobody_left": _("Nobody has {a.character} left to play: the game ends without a winner."),
    "misses_turn": _("{seat} misses this turn."),
    "turn_ends": _(
        "The {one.battle} ends the turn of {seat}: nothing more is resolved or taken here."
    ),
    "turn_cut_short": _(
        "The turn lost ends this turn of {seat} too: nothing more is resolved or taken here."
    ),
    "end_forfeited": _("Nothing more is done at the end of this turn of {seat}."),
    # moving
    "moved": _("{seat} moves to {space}."),
    "placed": _("{seat} is put on {space}."),
    "bound_for": _("{seat} will be put on {space} when the rest of this encounter is over."),
    "piece_moved": _("{seat} moves {piece} to {space}."),
    "turns_back": _("{seat} turns back."),
    "return_complete": _("The way back ends here for {seat}."),
    "ignores_space": _("On the way back {seat} passes {space} by."),
    "faces_again": _("{seat} stays on {space} and faces it once more."),
    "left_table": By(
        "goods",
        {
            "waits": _("{person} leaves the table; the {one.character} waits."),
            "dropped": _(
                "{person} leaves the table; what the {one.character} had stays where it stood."
            ),
            "aside": _("{person} leaves the table; what the {one.character} had is put aside."),
        },
    ),
    "came_back": _("{person} is back at the table."),
    "board_differs": lambda p: ngettext(
        "The table says that {steps} space leads to {space}; the app's board, a guess here, says {ends}.",
        "The table says that {steps} spaces lead to {space}; the app's board, a guess here, says {ends}.",
        p["steps"],
    ),
    "draw_differs": lambda p: ngettext(
        "The table says that {space} calls for {draws} card; the app had guessed {guessed} and keeps what the table says.",
        "The table says that {space} calls for {draws} cards; the app had guessed {guessed} and keeps what the table says.",
        p["draws"],
    ),
    "pile_differs": _(
        "By the app's guess no {card} was left in its pile; the table says otherwise."
    ),
    "tries_gate": _("{seat} tries the way from {gate_from} to {gate_to}."),
    "gate_open": _("The way to {gate_to} is open."),
    "gate_open_next_turn": _(
        "The way to {gate_to} is open: {seat} goes on there with the next move."
    ),
    "gate_not_from_here": _("A move that begins on {gate_from} does not try the way to {gate_to}."),
    "stops_over": lambda p: ngettext(
        "{seat} stops on {space} in passing and gives up {steps} space.",
        "{seat} stops on {space} in passing and gives up {steps} spaces.",
        p["steps"],
    ),
    "gate_shut": _(
        "The way to {gate_to} stays shut and {seat} stays on {gate_from}; the encounter is over."
    ),
    # encounters
    "encounters_space": _("{seat} encounters {space}."),
    "enemies_first": _("What attacks {seat} on {space} comes before the space itself."),
    "instructions_first": _("What {space} asks for comes before what attacks {seat} there."),
    "move_ends_turn": _("The turn of {seat} ends on {space}: it is faced in a later turn."),
    "space_still_due": _("That was no encounter: {seat} still encounters {space}."),
    "encounters_anew": _("{seat} is on {space} now, and a new encounter is due there."),
    "instruction_idle": _("The instruction of {trigger_space} does nothing: {why}"),
    "offer_not_open": _("The offer of {trigger_space} is not open: {why}"),
    "declined": _("{seat} declines the offer of {trigger_space}."),
    "nothing_happens": _("Nothing happens."),
    "paid_for_nothing": _("{seat} takes the offer although nothing can be gained from it."),
    "gains_nothing": _("{seat} can gain nothing from this now."),
    "nothing_to_buy": _("{seat} can buy nothing here now."),
    "card_next": _("{card} is next ({one.kind})."),
    "visits": _visits,
    "stays": _("{card} stays on {space}."),
    "told": _("{seat} says what {card} does."),
    "same_side": _("{card} is on the same side as {seat} and does not attack."),
    "placed_elsewhere": _("{card} is put on {space}."),
    "not_collected": _("{card} stays here: {why}"),
    "gold_not_collected": lambda p: ngettext(
        "{points.gold} stays here: {why}", "{points.gold} stay here: {why}", p["points"]
    ),
    "took_gold": _("{seat} picks up {points.gold}."),
    # dice
    "rolled": _rolled,
    "rerolled": _rerolled,
    "reroll_cancelled": _("{seat} cancels the new roll: it stands at {faces}."),
    "shifted": _("{seat} moves the total by {by} to {result}."),
    "difference": _("Less {taken} for {one.dial}, that makes {difference}."),
    "rolls_again": _("{seat} rolls once more."),
    "test_read": By(
        "passed",
        {
            True: _("{result} is less than {one.dial} {total}, and that is enough."),
            False: _("{result} is not less than {one.dial} {total}, and that is not enough."),
        },
    ),
    "test_read_sum": By(
        "passed",
        {
            True: _("{result} is less than {total} ({dials} together), and that is enough."),
            False: _(
                "{result} is not less than {total} ({dials} together), and that is not enough."
            ),
        },
    ),
    "test_passed": _("{seat} has passed the test of {space}."),
    "row": _("The row for {row} counts."),
    # battle
    "attacked_by_piece": _("{piece} attacks {seat}."),
    "attacks": _("{seat} attacks {other}."),
    "attacks_follower": _("{seat} attacks {card}."),
    "used_on": _("{seat} uses {name} on {other}, instead of a {one.battle}."),
    "fight_as_one": _("{foes} fight as one."),
    "attribute": _("{seat} goes in with {one.dial} {total}."),
    "bonus_used": _("{seat} uses {card}: {signed}."),
    "bonus_told": _(
        "{seat} counts {signed} by a card or {one.ability} that the app does not know."
    ),
    "base": _("{name} has {one.dial} {base}."),
    "spell_adds": _spell_adds,
    "bonus_idle": _("{seat} is {one.toad}, so nothing is added."),
    "enemy_roll_bonus": _("The space adds {points} to the roll for the {one.enemy}."),
    "scores": _("{seat} comes to {mine}, {foe} to {theirs}."),
    "scores_between": _("{seat} comes to {mine}, {other} to {theirs}."),
    "battle_won": _("{seat} wins against {foe}."),
    "battle_lost": _("{seat} loses against {foe}."),
    "battle_drawn": _("It is {a.standoff} with {foe}."),
    "evaded": _("{seat} evades {foe}."),
    "evaded_is_won": _("What is evaded here counts as done."),
    "won_between": _("{seat} wins against {other}."),
    "trophy": _("{seat} keeps {card} as {a.trophy}."),
    "life_saved": _("{card} saves {seat} 1 {one.life}."),
    # dials and tokens
    "gained": _("{seat} gains {points.dial}."),
    "lost": _("{seat} loses {points.dial}."),
    "paid": _("{seat} pays {points.dial}."),
    "clipped": _CLIPPED,
    "not_lost": _NOT_LOST,
    "exchanged": _(
        "{seat} hands in {many.trophy} with {points} points of {one.dial}; each {rate} of them buy one."
    ),
    "points_lost": lambda p: ngettext(
        "{points} point is left over and lost.",
        "{points} points are left over and lost.",
        p["points"],
    ),
    # cards
    "drew_card": _("{seat} draws {card}."),
    "drew_spells": _("{seat} draws {count.spell}."),
    "hand_full": lambda p: ngettext(
        "{lost.spell} is not drawn: {seat} may hold no more.",
        "{lost.spell} are not drawn: {seat} may hold no more.",
        p["lost"],
    ),
    "hand_stays": _(
        "{seat} keeps {held.spell}; while no more than {limit} may be held, none is drawn."
    ),
    "hand_too_large": _("{seat} holds {held.spell} and may keep {limit}: the rest is discarded."),
    "reshuffled": lambda p: ngettext(
        "The deck is used up: {count} discarded card is put back ({deck}).",
        "The deck is used up: {count} discarded cards are shuffled into a new one ({deck}).",
        p["count"],
    ),
    "deck_empty": lambda p: ngettext(
        "The deck is empty, so {missing} card is not drawn ({deck}).",
        "The deck is empty, so {missing} cards are not drawn ({deck}).",
        p["missing"],
    ),
    "took": _("{seat} takes {card}."),
    "not_taken": _("{card} is not taken: {why}"),
    "limit_lifted": _("{seat} holds {held.object}, which a card allows."),
    "has_played": _("{person} has played {characters} before."),
    "first_turn": _("For {seat} it is the first turn."),
    "left_card": _("{seat} leaves {card} on {space}."),
    "left_gold": _("{seat} leaves {points.gold} on {space}."),
    "discarded": _("{card} is discarded."),
    "discarded_spell": _discarded_spell,
    "returned_to_pile": _("{card} goes back to its pile."),
    "cast": _cast,
    # what lasts
    "extra_turn": lambda p: ngettext(
        "{seat} has another turn after this one.",
        "{seat} has {turns} more turns after this one.",
        p["turns"],
    ),
    "lost_turn": lambda p: ngettext(
        "{seat} will miss a turn.", "{seat} will miss {turns} turns.", p["turns"]
    ),
    "lost_turn_immune": _("{seat} never loses a turn."),
    "toad": lambda p: ngettext(
        "{seat} is {one.toad} for {turns} turn.",
        "{seat} is {one.toad} for {turns} turns.",
        p["turns"],
    ),
    "toad_immune": _("{seat} cannot be {one.toad}."),
    "toad_over": _("{seat} is no longer {one.toad}."),
    # leads
    "lead_given": By(
        "task",
        {
            "acquire": _("{seat} follows {a.lead}: come by {count.kind}."),
            "defeat": _("{seat} follows {a.lead}: defeat {count.kind}."),
            "discard": _("{seat} follows {a.lead}: discard {count.kind}."),
            "pay": _("{seat} follows {a.lead}: pay {count.kind}."),
        },
    ),
    "lead_done": _("{seat} has done what the {one.lead} asked for."),
    "abandons_lead": _("{seat} gives up the {one.lead}."),
    # death
    "died": _("{character} has no {many.life} left and is out of play."),
    "set_aside": _("{card} is set aside for the next {one.character}."),
    "set_aside_gold": lambda p: ngettext(
        "{points.gold} is set aside for the next {one.character}.",
        "{points.gold} are set aside for the next {one.character}.",
        p["points"],
    ),
    "inherits": _("{seat} takes over {card}."),
    "inherits_gold": _("{seat} takes over {points.gold}."),
}
