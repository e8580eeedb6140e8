"""What each kind of action is about: the topics under which an edition's rulebook treats it.

For readers who look an action up; what an action cites when it is done follows from what it does.
"""

from __future__ import annotations

from content.schema.pack import Pack
from games.rules.topics import Topic

ABOUT: dict[str, tuple[Topic, ...]] = {
    "prepare_board": (Topic.SETUP_ORDER, Topic.SETUP_BOARD),
    "deal_characters": (Topic.SETUP_CHOICE, Topic.CHARACTERS),
    "choose_character": (
        Topic.SETUP_CHOICE,
        Topic.SETUP_FREE_CHOICE,
        Topic.SETUP_UNCHOSEN,
        Topic.CHARACTERS,
        Topic.CHARACTER_CARD,
    ),
    "deal_spells": (Topic.SETUP_SPELLS,),
    "set_up_character": (
        Topic.SETUP_CARD,
        Topic.SETUP_SPACE,
        Topic.SETUP_DIALS,
        Topic.SETUP_FATE,
        Topic.SETUP_GOLD,
        Topic.SETUP_CARDS,
    ),
    "begin": (Topic.PLAYERS, Topic.VARIANT_AGREED, Topic.FIRST_PLAYER),
    "move": (
        Topic.BEFORE_MOVE,
        Topic.MUST_MOVE,
        Topic.MOVE_ROLL,
        Topic.DIRECTION,
        Topic.NO_DOUBLING_BACK,
        Topic.REGION_STAYS,
        Topic.CROSSING,
        Topic.BOARD_ORDER,
    ),
    "cross": (Topic.CROSSING, Topic.CROSS_IS_THE_MOVE),
    "cross_by_card": (Topic.CROSS_BY_CARD, Topic.CROSS_OPPOSITE, Topic.CROSS_IS_THE_MOVE),
    "step": (
        Topic.INNER_PACE,
        Topic.INNER_PATH,
        Topic.INNER_HELD,
        Topic.INNER_PASSED,
        Topic.TURN_BACK,
        Topic.TURN_BACK_PACE,
        Topic.TURN_BACK_IGNORES,
        Topic.TURN_BACK_NO_CHANGE,
        Topic.TURN_BACK_ENDS,
    ),
    "encounter_space": (
        Topic.MUST_ENCOUNTER,
        Topic.ENCOUNTER_CHOICE,
        Topic.SPACE_INSTRUCTIONS,
        Topic.ARRIVAL,
        Topic.DRAW_SPACE,
        Topic.DRAW_UP_TO,
        Topic.CARD_ORDER,
        Topic.USUAL_ORDER,
        Topic.MUST_BATTLE,
        Topic.VISIT_STRANGER,
        Topic.VISIT_PLACE,
        Topic.COLLECT,
    ),
    "encounter_character": (
        Topic.ENCOUNTER_CHOICE,
        Topic.ENCOUNTER_CHARACTER,
        Topic.CHARACTER_NOT_SPACE,
        Topic.PVP_OPPOSITE,
        Topic.PVP_ATTRIBUTE,
        Topic.PVP_EVADE,
        Topic.PVP_MODIFIERS,
        Topic.PVP_ROLL,
        Topic.PVP_ATTACKER_FIRST,
        Topic.PVP_NO_SECOND_THOUGHTS,
        Topic.PVP_COMPARE,
        Topic.PVP_REWARD,
        Topic.PVP_FOLLOWER,
        Topic.PVP_TURN_ENDS,
    ),
    "use_space": (Topic.SPACE_INSTRUCTIONS, Topic.TURN_END),
    "exchange_trophies": (
        Topic.TROPHY_WHEN,
        Topic.TROPHY_RATE,
        Topic.TROPHY_APART,
        Topic.TROPHY_EXCESS,
        Topic.TROPHY_DIAL,
        Topic.TROPHY_DISCARD,
    ),
    "ditch": (Topic.DITCH, Topic.DITCH_EARLY, Topic.DITCH_NO_TAKE_BACK),
    "cast": (
        Topic.SPELL_TEXT,
        Topic.SPELL_ALIGNMENT,
        Topic.SPELL_AT_ONCE,
        Topic.SPELL_PILE,
        Topic.SPELL_OWN_TURN,
        Topic.SPELL_OTHERS_TURN,
    ),
    "end_turn": (
        Topic.TURN_END,
        Topic.TURN_ORDER,
        Topic.EXTRA_TURN,
        Topic.LOST_TURN,
        Topic.TOAD_LENGTH,
    ),
    "start_again": (
        Topic.DEATH_NEW,
        Topic.DEATH_UNUSED,
        Topic.DEATH_SETUP,
        Topic.DEATH_INHERITS,
        Topic.DEATH_UNWANTED,
        Topic.DEATH_FIRST_TURN,
    ),
    "abandon_lead": (Topic.SPACE_INSTRUCTIONS,),
    "tell": (Topic.TOLD, Topic.EVENT),
    "leave": (Topic.PLAYERS, Topic.TURN_ORDER),
    "come_back": (Topic.PLAYERS, Topic.DEATH_UNUSED),
    "correct": (Topic.BOARD_ORDER, Topic.CHARACTER_CARD, Topic.DIAL_CEILING),
    "state_of_table": (Topic.BOARD_ORDER, Topic.CHARACTER_CARD, Topic.DIAL_CEILING),
}


def rules_about(pack: Pack, kind: str) -> tuple[str, ...]:
    """The rules of an edition that an action is about, in the order in which they matter to it."""
    cites = (rule for topic in ABOUT[kind] for rule in pack.edition.cites[topic])
    return tuple(dict.fromkeys(cites))
