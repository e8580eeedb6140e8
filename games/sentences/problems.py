"""Why something may not be done: what is wrong, and where there is something, what would be right."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from games.sentences.texts import By, Params, Text


def _alternatives(params: Params, without: str, with_them: str) -> str:
    return with_them if any(params.get("alternatives", ())) else without


def _all_copies_out(params: Params) -> str:
    if params["left"] == 0:
        return gettext("No {card} is left in the deck.")
    return ngettext(
        "Only {left} {card} is left in the deck.",
        "Only {left} {card} are left in the deck.",
        params["left"],
    )


_ALREADY_DONE = By(
    "step",
    {
        "prepare_board": _("The board has been laid out already."),
        "deal_characters": _("{person} has been dealt two {many.character_sheet} already."),
        "deal_spells": _("{seat} has been dealt the {many.spell} already."),
    },
)


def _game_over(params: Params) -> str:
    return (
        gettext("The game is over.")
        if params["winner"] is None
        else gettext("The game is over: {winner} has won.")
    )


def _more_than_the_box(params: Params) -> str:
    if "deck" in params:
        return ngettext(
            "That is {missing} card more than the box holds ({deck}).",
            "That is {missing} cards more than the box holds ({deck}).",
            params["missing"],
        )
    if "card" in params:
        return gettext("That is {missing} {card} more than the box holds.")
    return gettext("That is {missing.dial} more than the box holds.")


def _setup_step_first(params: Params) -> str:
    if params["step"] == "prepare_board":
        return gettext("Lay out the board first.")
    if "seats" in params:
        return {
            "choose_character": gettext("{seats} must choose {a.character} first."),
            "deal_spells": gettext("Deal {seats} the {many.spell} first."),
            "set_up_character": gettext("{seats} must be set up first."),
        }[params["step"]]
    return {
        "waiting": gettext("{person} must choose {a.character} first."),
        "dead": gettext("{person} has no {one.character} now."),
        "away": gettext("{person} is away."),
        "chosen": gettext("{person} has chosen {a.character} already."),
        "in_play": gettext("{person} has been set up already."),
        "out": gettext("{person} is out of the game."),
    }[params["status"]]


def _too_few_trophy_points(params: Params) -> str:
    if "dial" in params:
        return gettext("{points} points of {one.dial} are too few: {rate} buy one.")
    return gettext(
        "These {many.trophy} bring {strength} of {one.strength} and {craft} of {one.craft}; {rate} of either buy one."
    )


def _unknown_card(params: Params) -> str:
    if params.get("deck") is None:
        return gettext("There is no such card at this table.")
    return gettext("There is no such card among the {deck}.")


def _wrong_end(params: Params) -> str:
    many = params["steps"]
    if "space" not in params:
        return ngettext(
            "{steps} space leads to {alternatives} only.",
            "{steps} spaces lead to {alternatives} only.",
            many,
        )
    if not any(params["alternatives"]):
        return ngettext(
            "{steps} space does not lead to {space}.",
            "{steps} spaces do not lead to {space}.",
            many,
        )
    return ngettext(
        "{steps} space does not lead to {space}, only to {alternatives}.",
        "{steps} spaces do not lead to {space}, only to {alternatives}.",
        many,
    )


def _no_such_way(params: Params) -> str:
    many = params["steps"]
    if not any(params["alternatives"]):
        return ngettext(
            "{steps} space does not lead that way.", "{steps} spaces do not lead that way.", many
        )
    return ngettext(
        "{steps} space does not lead that way, only to {alternatives}.",
        "{steps} spaces do not lead that way, only to {alternatives}.",
        many,
    )


def _wrong_part(params: Params) -> str:
    """Says what comes first, or that the right part is over."""
    phase, first, last = params["phase"], params["needs"][0], params["needs"][-1]
    if phase == "move" and last == "encounter":
        return gettext("Encounters come after the move: move first.")
    if phase == "move" and first == "encounter":
        return gettext("This comes after the move: move first.")
    if phase == "move":
        return gettext("This belongs to the end of the turn: move first, then have the encounter.")
    if phase == "encounter" and first == "end":
        return gettext("This belongs to the end of the turn: have the encounter first.")
    if last == "move":
        return gettext("This belongs to the move, and the move of this turn is over.")
    return gettext("The encounter of this turn is over; end the turn when you are done.")


PROBLEMS: dict[str, Text] = {
    # whose turn, which part
    "not_started": _("The game has not begun: finish setting up first."),
    "already_started": _("The game has begun; setting up is over."),
    "game_over": _game_over,
    "not_your_turn": _("It is the turn of {active}."),
    "wrong_part_of_turn": _wrong_part,
    "must_move": lambda p: (
        gettext("Nothing holds {seat} on {space}: go on or back.")
        if "space" in p
        else gettext("Move first; the turn cannot end before.")
    ),
    "attack_evaded": _(
        "{seat} has been evaded here: the space is encountered now, and nobody else."
    ),
    "must_encounter": _(
        "Encounter {space} or {a.character} there first; the turn cannot end before."
    ),
    "no_character": _("{person} has no {one.character} in play."),
    "no_character_left": _("No unused {one.character} is left."),
    "has_left": _("{person} has left the table already."),
    "has_not_left": _("{person} is at the table."),
    "cannot_lie_there": _("No such card can lie there now."),
    "nobody_here": _("Everybody who still plays is away: the next turn waits for one of them."),
    "last_at_the_table": _("{person} is the last one who plays, and stays."),
    # setting up
    "setup_step_first": _setup_step_first,
    "already_done": _ALREADY_DONE,
    "deal_first": _("Deal {person} two {many.character_sheet} first, or agree to choose freely."),
    "free_choice": _("{person} need not be dealt any: everybody chooses freely."),
    "not_dealt": _("{person} was not dealt {character}: choose {alternatives}."),
    "character_taken": lambda p: _alternatives(
        p,
        gettext("{character} is taken or has been played."),
        gettext("{character} is taken or has been played. Free: {alternatives}."),
    ),
    "character_twice": _("{character} cannot be there twice."),
    "alignment_is_printed": _("By the rulebook {character} is {alignment}."),
    "too_few_seats": _("The game is for {low} to {high}; seats taken: {seats}."),
    "not_dead": _("{person} has {a.character}; a new one comes only after its death."),
    # moving
    "no_movement_roll": _("Nobody rolls to move from {space}: go one space on or back."),
    "no_such_way": _no_such_way,
    "not_from_the_gate": _("A move that begins on {gate_from} does not try the way to {gate_to}."),
    "passage_is_the_move": _("The way to {gate_to} is open: the step there is this turn's move."),
    "no_doubling_back": lambda p: _alternatives(
        p,
        gettext("A move never turns back to where it began."),
        gettext("A move never turns back to where it began: go to {alternatives}."),
    ),
    "shop_just_left": lambda p: _alternatives(
        p,
        gettext("The move has just left {space} and cannot end there."),
        gettext("The move has just left {space} and cannot end there: go to {alternatives}."),
    ),
    "against_the_arrows": lambda p: _alternatives(
        p,
        gettext("{space} lies against the arrows."),
        gettext("{space} lies against the arrows: go to {alternatives}."),
    ),
    "wrong_end": _wrong_end,
    "draw_is_printed": lambda p: ngettext(
        "{space} calls for {printed} card.", "{space} calls for {printed} cards.", p["printed"]
    ),
    "region_stays": lambda p: _alternatives(
        p,
        gettext("A move stays in its {one.region}, and {space} is in another."),
        gettext(
            "A move stays in its {one.region}, and {space} is in another: go to {alternatives}."
        ),
    ),
    "not_there": _("This way begins on {space}, and {seat} is on {at_space}."),
    "roll_to_move": _("From {space} the move is rolled for."),
    "no_way_on": _("From {space} no way leads on."),
    "no_way_back": _("From {space} no way leads back."),
    "turns_back_by_moving": _(
        "{seat} has come to {space} and faces it first: turning back begins with the next move."
    ),
    "no_change_of_mind": _("Who has turned back goes back all the way: go back."),
    "passage_first": _("The passage earned comes first: this move does not end on {space}."),
    "choice_is_made": _("The choice was {one.dial}, and it comes before the roll."),
    "test_not_passed": _("Pass the test of {space} before going on to {to_space}, or go back."),
    "card_missing": _("The way to {to_space} takes {a.card}."),
    "no_crossing_card": _("No such card is held that leads across."),
    "crosses_elsewhere": _(
        "This card leads across from the {region} only, and {space} is not there."
    ),
    "not_across": lambda p: _alternatives(
        p,
        gettext("{space} does not lie straight across: that is in the {region}."),
        gettext("{space} does not lie straight across; {alternatives} does."),
    ),
    # the space and who is on it
    "mark_in_the_way": By("mark", {"lead": _("{seat} follows {a.lead} already.")}),
    "no_lead": _("{seat} follows no {one.lead}."),
    "lead_binds": _("The {one.lead} binds until {a.card} has come from elsewhere."),
    "no_such_instruction": lambda p: _alternatives(
        p,
        gettext("{space} has nothing to use at the end of the turn."),
        gettext("{space} has no such instruction; it has: {trigger_offers}."),
    ),
    "space_not_encountered": _("Only who has encountered {space} in this turn may use it."),
    "already_used": _("This has been used in this turn already."),
    "not_for_your_side": _("This is only for who is {alignment}."),
    "cards_on_space": _("This is open only while no card lies on {space}."),
    "not_on_your_space": lambda p: _alternatives(
        p,
        gettext("{seat} is not on {space}, and nobody else is there to encounter."),
        gettext("{seat} is not on {space}; there is {alternatives}."),
    ),
    "space_comes_first": _("On {space} nobody is met before what is there."),
    "same_alignment": _("{seat} is on the same side; only opposite sides fight each other."),
    # prices and gains
    "cannot_pay": _("{seat} has {has.dial}; this costs {price}."),
    "cannot_leave": _("{seat} has {has.gold} and cannot leave {gold}."),
    "nothing_to_gain": lambda p: (
        gettext("{seat} can gain no {one.dial} now.")
        if "dial" in p
        else gettext("There is nothing in this that {seat} could gain now.")
    ),
    "nothing_to_lose": _("{seat} has no {one.dial} that could be lost."),
    "nothing_to_discard": _("{seat} has no {one.kind} to discard."),
    "nothing_to_take": _("{seat} has no {one.dial} that could be taken."),
    "shift_not_possible": _(
        "{seat} has {has.dial} and has rolled {rolled}: the total stays between {low} and {high}, at 1 a point."
    ),
    "pile_empty": _("{card} is used up: none is left on its pile."),
    "one_of_a_name": _("Nobody may hold two cards of one name, and {seat} has {card}."),
    # cards held, left, picked up, played
    "not_held": lambda p: _alternatives(
        p,
        gettext("{seat} holds no cards."),
        gettext("{seat} does not hold this, only {alternatives}."),
    ),
    "not_your_trophy": lambda p: _alternatives(
        p,
        gettext("{seat} has no {many.trophy}."),
        gettext("Name each only once, and only {many.trophy} that {seat} has: {alternatives}."),
    ),
    "too_few_trophy_points": _too_few_trophy_points,
    "nothing_named": _("Nothing is named: say what it is about."),
    "no_end_of_turn": _(
        "{seat} has not won a {one.battle}, so nothing more is done at the end of this turn."
    ),
    "only_cards_early": _("Before the encounter only cards may be left, not {many.gold}."),
    "ditched_this_turn": _("{card} was left here in this turn and may not be taken back."),
    "toad_picks_up_nothing": _("Who was {one.toad} at any time in a turn picks up nothing in it."),
    "first_turn_on_start": _(
        "In its first turn a new {one.character} fights no {many.enemy} and picks up nothing on its start space."
    ),
    "not_in_hand": _("{seat} has no such {one.spell} in hand."),
    "spell_of_other_side": _("{card} is for the other side."),
    "spell_stays": _("{many.spell} cannot be left anywhere: they are played or discarded."),
    "one_spell_in_others_turn": lambda p: ngettext(
        "In this turn of somebody else {seat} has played {most.spell}, which is the most.",
        "In this turn of somebody else {seat} has played {most.spell}, which are the most.",
        p["most"],
    ),
    # battle
    "other_side": _("{card} is on the other side and attacks {seat}."),
    "no_evading_here": _("Nothing can be evaded in this {one.region}."),
    "not_evadable": _("This cannot be evaded."),
    "evade_needs": _("Evading needs a card or {one.ability} that says so; name it as the cause."),
    "too_late_to_evade": _("The {one.battle} has begun: it is too late to evade."),
    "too_late_for_modifiers": _("The {one.battle} has begun: nothing more can be added."),
    "one_reward": _("The one reward of this {one.battle} has been taken."),
    "only_the_active_may": _("Only whoever's turn it is may attack {a.follower}."),
    "follower_cannot_fight": _(
        "No {one.strength} or {one.craft} is known of it, so it cannot be attacked."
    ),
    # rolling again
    "no_fate": _("{seat} has no {one.dial} to roll again with."),
    "one_reroll_a_roll": _("A roll is made again only once; it stands at {faces}."),
    "roll_already_used": _("This roll has been used; it is too late to roll again."),
    "no_second_thoughts": _("Both have decided on their rolls; nobody may reconsider."),
    "not_this_die": _("This die cannot be rolled again."),
    "not_the_enemys_die": _("The roll for the {one.enemy} cannot be made again."),
    # what the table does not know
    "unknown_seat": _("There is no such seat at this table."),
    "unknown_space": _("The board has no such space."),
    "unknown_character": _("The edition has no such {one.character}."),
    "unknown_card": _unknown_card,
    "unknown_dial": _("The edition has no such dial or token."),
    "rule_not_told": _(
        "A rule of the pack cannot be told: say with the other effect words what it did."
    ),
    "unknown_deck": _("The edition has no such deck."),
    "unknown_link": _("The board has no such way."),
    "unknown_action": _("There is no such action."),
    "card_already_known": _("{card} is known already: name it, it need not be described again."),
    "not_in_this_deck": _("There are no {many.type} among the {deck}."),
    "all_copies_out": _all_copies_out,
    # what lies on no table of this box
    "dial_out_of_range": lambda p: (
        gettext("{seat} would have {one.dial} {value}; possible is {low} only.")
        if p["low"] == p["high"]
        else gettext("{seat} would have {one.dial} {value}; possible is {low} to {high}.")
    ),
    "no_alignment": _("{seat} has no {one.alignment}."),
    "more_than_the_box": _more_than_the_box,
    "ring_incomplete": _("The order must name every space of the {region} once."),
    "zone_missing": _("Say where {card} lies."),
    "id_too_long": lambda p: ngettext(
        "Its id is too long: {most} sign at the most.",
        "Its id is too long: {most} signs at the most.",
        p["most"],
    ),
    "id_is_kept": _("This id is kept for the {deck}: choose one that begins otherwise."),
    "state_incomplete": _("{person} has {character}; say its {lacking} too."),
    "not_earned_here": By(
        "what",
        {
            "passed": _("On {space} there is no test that {seat} could have passed."),
            "passage": _("On {space} there is no passage that {seat} could have earned."),
            "turned_back": _(
                "From {space} there is no way on which {seat} could have turned back."
            ),
        },
    ),
    "unknown_lead": _("No space gives such {a.lead}."),
    # what is described
    "unknown_variant": _("The edition has no such variant."),
    "unknown_ruling": _("The ledger names no other reading of this."),
    "unknown_region": _("The board has no such Region."),
    "unknown_piece": _("The edition has no such piece."),
    "unknown_fact": _("There is no such printed fact."),
    "fact_unreadable": _("This is not what such a fact says: {faults}."),
    "unknown_step": _("Setting up has no such step that is done once for the whole table."),
    "too_many_seats": _("So many seats can be described: {low} to {high}."),
    "order_incomplete": _("The order must name every seat once."),
    "answers_missing": _("What was done before is not through yet: it still asks something."),
    "not_of_this_kind": _("{card} does not belong here: it is {a.kind}."),
    "card_not_in_deck": _("{card} does not belong to the {deck}."),
    # answers, odds
    "server_rolls_itself": _("Either give the dice, or have the server roll; not both."),
    "text_unreadable": _("A text in this holds signs that cannot be kept."),
    "odds_too_large": _("There are too many ways for this to go to count them all."),
    "odds_unknown": _("What is asked on the way cannot be counted out."),
    "no_question_open": _("Answer {answer} answers no question."),
    "replay_diverged": _("The question is another one now: answer it anew."),
    "roll_expected": lambda p: ngettext(
        "Say what the die shows.", "Say what the {dice} dice show.", p["dice"]
    ),
    "wrong_number_of_dice": lambda p: ngettext(
        "{dice} die is rolled, not {given}.", "{dice} dice are rolled, not {given}.", p["dice"]
    ),
    "die_out_of_range": _("A die shows 1 to {faces}."),
    "choice_expected": _("Choose one of the options."),
    "not_an_option": _("This is not among the options."),
    "amount_expected": _("Name a whole number from {low} to {high}."),
    "amount_out_of_range": _("{given} is not possible: name a number from {low} to {high}."),
    "cards_expected": lambda p: ngettext(
        "Say which card was drawn.", "Say which {count} cards were drawn.", p["count"]
    ),
    "wrong_number_of_cards": lambda p: ngettext(
        "{count} card is drawn, not {given}.", "{count} cards are drawn, not {given}.", p["count"]
    ),
    "card_unreadable": _("The card cannot be read ({faults})."),
    "effects_unreadable": _("What it did cannot be read ({faults})."),
    "facts_unreadable": _("The {one.character_sheet} cannot be read ({faults})."),
    "params_unreadable": _("The action cannot be read ({faults})."),
}
