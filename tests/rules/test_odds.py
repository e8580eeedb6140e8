"""Odds: the tables of the edition, endless rolls, what has to be told, and what is too much to count."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from games.rules.asks import Amount, Option, Rule, ask_amount, ask_choose, ask_roll
from games.rules.changes import Note
from games.rules.errors import IllegalAction, Problem, WrongAnswer
from games.rules.legality import rule_of
from games.rules.odds import Odds, OddsTooLarge, OddsUnknown, Unresolved, odds
from games.rules.plans import decisions
from games.rules.results import Result, results
from games.rules.runner import Resolved, RuleOf, run
from games.rules.table import Table
from games.rules.veiled import compared
from games.rules.ways import Search
from tests.builders import a_table, act

ENCOUNTER = rule_of(act("encounter_space", "mace"))
CITES = ("SW-FATE-1",)


def codes_of(resolved: Resolved) -> tuple[str, ...]:
    return tuple(one.code for one in results(resolved))


def battle(resolved: Resolved) -> str:
    codes = set(codes_of(resolved))
    return next(one for one in ("battle_won", "battle_drawn", "battle_lost") if one in codes)


def victory(resolved: Resolved) -> tuple[int, int]:
    return int(battle(resolved) == "battle_won"), int(battle(resolved) == "battle_drawn")


def at_citadel(**mace: Any) -> Table:
    cards = {
        "force-skill": [
            {"id": "light", "name": "Light", "type": "spell", "alignment": "good"},
            {"id": "grey", "name": "Grey", "type": "spell"},
            {"id": "dark", "name": "Dark", "type": "spell", "alignment": "evil"},
        ]
    }
    seat = {"at": "citadel", "alignment": "good", **mace}
    return a_table("star-wars", phase="encounter", cards=cards, mace=seat, maul={})


def against_the_emperor(table: Table) -> Odds:
    return odds(table, ENCOUNTER, battle, {"mace": victory})


# ---------------------------------------------------------------------- the edition's tables


@pytest.mark.parametrize(
    ("attribute", "fate", "chance"),
    [(7, 0, "5/12"), (7, 1, "49/72"), (12, 0, "35/36"), (12, 1, "215/216")],
)
def test_crossing_kef_bir(attribute: int, fate: int, chance: str) -> None:
    table = a_table("star-wars", mace={"at": "endor", "strength": attribute, "fate": fate}, maul={})
    move = rule_of(act("move", "mace", direction="counterclockwise"))
    given: list[dict[str, Any]] = [{"roll": [1]}]
    given += [{"choose": "keep"}] if fate else []
    given += [{"choose": "try-kef-bir-to-jedha-counterclockwise"}]

    found = odds(
        table,
        move,
        lambda one: "gate_open" in codes_of(one),
        {"mace": lambda one: (int("gate_open" in codes_of(one)),)},
        given=given,
    )

    assert found.outcomes[True] == Fraction(chance)
    assert found.first == {"choose": "strength"}
    assert found.worth == (Fraction(chance),)


@pytest.mark.parametrize(
    ("craft", "fate", "won", "drawn"),
    [(8, 0, "1/6", "1/9"), (8, 1, "29/108", "23/216"), (10, 0, "5/12", "1/6"), (16, 0, "1", None)],
)
def test_the_emperor(craft: int, fate: int, won: str, drawn: str | None) -> None:
    found = against_the_emperor(at_citadel(craft=craft, fate=fate))

    assert found.outcomes["battle_won"] == Fraction(won)
    assert found.outcomes.get("battle_drawn") == (drawn and Fraction(drawn))
    assert sum(found.outcomes.values()) == 1


def test_the_emperor_is_counted_by_rank_not_by_throw() -> None:
    assert against_the_emperor(at_citadel(craft=8, fate=1)).runs == 6


def test_against_the_emperor_every_spell_that_adds_is_discarded() -> None:
    found = against_the_emperor(at_citadel(craft=6, spells=["light", "grey", "dark"]))

    # 6 + 3 + 2 + 1 and a die against 10 and a die
    assert found.outcomes == {
        "battle_won": Fraction(26, 36),
        "battle_drawn": Fraction(4, 36),
        "battle_lost": Fraction(6, 36),
    }
    assert found.first == {"choose": "c1"}
    chosen = [one.best[0].answer["choose"] for one in found.decisions()]
    assert chosen == ["c1", "c2", "c3"]


def test_spells_are_discarded_in_one_order_and_alike_ones_count_once() -> None:
    three = against_the_emperor(at_citadel(craft=6, spells=["light", "grey", "dark"]))
    alike = against_the_emperor(at_citadel(craft=6, spells=["light", "light", "light"]))

    # Eight sets and four, each with up to three ends; twelve and more cannot lose.
    assert three.runs == 8 * 3
    assert alike.runs == 4 * 3 - 1


def test_a_spell_that_adds_nothing_to_the_chance_is_kept() -> None:
    found = against_the_emperor(at_citadel(craft=16, spells=["light"]))

    assert found.outcomes == {"battle_won": Fraction(1)}
    assert found.first == {"choose": "done"}


def test_nobody_chooses_the_side_of_a_spell_that_nobody_has_named() -> None:
    table = at_citadel(craft=8, spells=["unseen"])

    with pytest.raises(OddsUnknown) as unknown:
        against_the_emperor(table)
    assert unknown.value.problems[0].params == {"question": "SW-CITADEL-1:spell_side:mace"}

    found = odds(table, ENCOUNTER, codes_of, open_ends=True)
    assert sum(found.outcomes.values()) == 1


def test_a_base_that_another_rolls() -> None:
    """Two dice for the temple, one each way: 6 + d beats 2d + e in so many of 6^4 ways."""
    table = a_table("star-wars", phase="encounter", mace={"at": "malachor", "strength": 6}, maul={})
    plain = sum(
        6 + mine > a + b + theirs
        for mine in range(1, 7)
        for a in range(1, 7)
        for b in range(1, 7)
        for theirs in range(1, 7)
    )

    found = odds(table, ENCOUNTER, battle)

    assert found.outcomes["battle_won"] == Fraction(plain, 6**4)


# ---------------------------------------------------------------------- rolls that come again


def test_a_roll_that_comes_again_is_summed_to_the_end() -> None:
    """The coin is staked, twelve pays two and rolls again: what is left is spread over the other rows."""
    table = a_table("star-wars", phase="encounter", mace={"at": "canto-bight", "gold": 1}, maul={})

    found = odds(
        table,
        ENCOUNTER,
        lambda one: ("none", *(result.get("row") for result in results(one)))[-1],
        {"mace": lambda one: (one.table.figures["mace"].craft,)},
        open_ends=True,
    )

    assert "12" not in found.outcomes
    assert found.outcomes["7"] == Fraction(6, 35)
    assert found.worth == (3 + Fraction(5, 35),)


def again_until(
    good: int, *, dice: int = 1, pay: bool = False, again: Callable[[int], bool] = bool
) -> RuleOf:
    """Roll until a number is reached; each time somebody may stop, or pay for it."""

    def rule(t: Table) -> Rule[int]:
        me = t.figures["mace"]
        while True:
            faces = yield from ask_roll("mace", "again", CITES, dice=dice, again=True)
            if sum(faces) >= good:
                t.say("row", CITES, seat="mace", row="good")
                return 1
            options = [Option(one, Note("option_no", {})) for one in ("stop", "go")]
            if (yield from ask_choose("mace", "go_on", CITES, options)) == "stop":
                t.say("row", CITES, seat="mace", row="stopped")
                return 0
            if pay and me.gold:
                t.change("figure", "mace", "gold", me.gold - 1, CITES)

    return rule


def row(resolved: Resolved) -> str:
    return str(results(resolved)[-1].get("row"))


def wants_good(resolved: Resolved) -> tuple[int]:
    return (int(row(resolved) == "good"),)


def test_whoever_may_roll_as_often_as_wanted_gets_there() -> None:
    table = a_table("star-wars", mace={}, maul={})

    found = odds(table, again_until(6), row, {"mace": wants_good})

    assert found.outcomes == {"good": Fraction(1)}
    assert found.worth == (Fraction(1),)
    assert found.runs == 3


def test_without_an_aim_nobody_goes_on() -> None:
    found = odds(a_table("star-wars", mace={}, maul={}), again_until(6), row)

    assert found.outcomes == {"good": Fraction(1, 6), "stopped": Fraction(5, 6)}


def test_every_roll_that_costs_is_a_state_of_its_own() -> None:
    """Going on costs a coin while there is one: rather the coin or the six?"""
    table = a_table("star-wars", mace={"gold": 2}, maul={})

    def thrifty(resolved: Resolved) -> tuple[Fraction]:
        gold = resolved.table.figures["mace"].gold
        return (Fraction(gold, 4) + (row(resolved) == "good"),)

    found = odds(table, again_until(6, pay=True), row, {"mace": thrifty})

    # It always pays to go on: sooner or later the six comes, and at first it may still save a coin.
    assert found.outcomes == {"good": Fraction(1)}
    assert found.worth == (1 + Fraction(1, 6) * Fraction(2, 4) + Fraction(5, 36) * Fraction(1, 4),)


def test_whoever_cannot_get_there_stops() -> None:
    found = odds(table_of_two(), again_until(7), row, {"mace": wants_good})

    assert found.outcomes == {"stopped": Fraction(1)}


def test_a_roll_that_never_ends_is_refused() -> None:
    def rule(t: Table) -> Rule[None]:
        while sum((yield from ask_roll("mace", "again", CITES, again=True))) < 7:
            t.say("rolls_again", CITES, seat="mace")

    with pytest.raises(OddsTooLarge):
        odds(table_of_two(), rule, codes_of)


def test_a_roll_that_comes_again_after_other_dice_that_still_count_is_refused() -> None:
    def rule(t: Table) -> Rule[None]:
        (first,) = yield from ask_roll("mace", "first", CITES)
        while (again := sum((yield from ask_roll("mace", "again", CITES, again=True)))) < first:
            t.say("rolls_again", CITES, seat="mace")
        t.say("row", CITES, seat="mace", row=str(again == 6))

    with pytest.raises(OddsTooLarge):
        odds(table_of_two(), rule, row)


def test_a_table_that_hangs_on_dice_is_not_the_same_as_before() -> None:
    """Each time a die is thrown it is put down, so nothing comes again, however often it is rolled."""

    def rule(t: Table) -> Rule[None]:
        for _ in range(2):
            (face,) = yield from ask_roll("mace", "again", CITES, again=True)
            t.change("figure", "mace", "gold", face, CITES)

    found = odds(table_of_two(), rule, lambda one: one.table.figures["mace"].gold)

    assert found.outcomes == {face: Fraction(1, 6) for face in range(1, 7)}


def test_a_roll_within_a_roll_that_comes_again() -> None:
    """Up to two, all over again; three and four, another die until it shows no one."""

    def rule(t: Table) -> Rule[None]:
        while True:
            (outer,) = yield from ask_roll("mace", "outer", CITES, again=True)
            if outer > 4:
                break
            while outer > 2:
                (inner,) = yield from ask_roll("mace", "inner", CITES, again=True)
                if inner > 1:
                    break
        t.say("row", CITES, seat="mace", row=str(outer == 6))

    assert odds(table_of_two(), rule, row).outcomes == {
        "True": Fraction(1, 2),
        "False": Fraction(1, 2),
    }


def test_a_token_where_a_roll_may_come_again() -> None:
    """Whoever has spent the token is where whoever never had one is, with as many coins."""
    with_one, without = (
        odds(
            a_table(
                "star-wars",
                phase="encounter",
                mace={"at": "canto-bight", "gold": 1, "fate": fate},
                maul={},
            ),
            ENCOUNTER,
            lambda one: one.table.figures["mace"].craft,
            {"mace": lambda one: (one.table.figures["mace"].craft,)},
            open_ends=True,
        )
        for fate in (1, 0)
    )

    assert without.outcomes == {4: Fraction(1, 7), 3: Fraction(6, 7)}
    assert with_one.outcomes[4] > Fraction(1, 7)
    assert sum(with_one.outcomes.values()) == 1
    assert with_one.runs < 800


def test_a_table_is_the_same_if_its_marks_are() -> None:
    def rule(t: Table) -> Rule[None]:
        t.mark_turn("left", ["c1"], CITES)
        while sum((yield from ask_roll("mace", "again", CITES, again=True))) < 4:
            t.mark_turn("left", ["c1", "c2"], CITES)
        t.say("row", CITES, seat="mace", row=str(t.turn.marks["left"]))

    assert odds(table_of_two(), rule, row).outcomes == {
        "['c1']": Fraction(1, 2),
        "['c1', 'c2']": Fraction(1, 2),
    }


def test_weighing_a_roll_that_comes_again_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.rules.odds.MOST_ROUNDS", 1)

    with pytest.raises(OddsTooLarge):
        odds(table_of_two(), again_until(6), row, {"mace": wants_good})


# ---------------------------------------------------------------------- what is told on the way


def a_rule(asked: Callable[[Table], Rule[Any]]) -> RuleOf:
    return asked


def table_of_two(**mace: Any) -> Table:
    return a_table("star-wars", mace=mace, maul={})


def test_a_refusal_on_the_way_is_an_end_of_its_own() -> None:
    def rule(t: Table) -> Rule[None]:
        (face,) = yield from ask_roll("mace", "test", CITES)
        if face < 3:
            raise IllegalAction(Problem("wrong_end", CITES, {"steps": face}))

    with pytest.raises(IllegalAction):
        odds(table_of_two(), rule, codes_of)
    found = odds(table_of_two(), rule, results, open_ends=True)
    assert found.outcomes == {
        (Result("refused", (("problem", "wrong_end"),)),): Fraction(1, 3),
        (): Fraction(2, 3),
    }


def test_what_has_to_be_told_is_an_end_of_its_own() -> None:
    table = a_table("star-wars", phase="encounter", mace={"at": "canto-bight", "gold": 1}, maul={})
    unresolved: list[Any] = []

    def ends(one: Resolved) -> str:
        if isinstance(one.result, Unresolved):
            unresolved.append(one.result.why)
        return type(one.result).__name__

    # Without a card that says so nobody has to tell anything at Canto Bight.
    assert odds(table, ENCOUNTER, ends, open_ends=True).outcomes == {"NoneType": Fraction(1)}
    drawing = a_table(
        "star-wars",
        phase="encounter",
        facts={"draws:lothal": 1, "board_confirmed": True},
        mace={"at": "lothal"},
        maul={},
    )
    assert odds(drawing, ENCOUNTER, ends, open_ends=True).outcomes == {"Unresolved": Fraction(1)}
    assert {ask.deck for ask in unresolved} == {"encounter"}


def test_answers_given_come_first_and_are_checked() -> None:
    table = at_citadel(craft=10)

    found = odds(table, ENCOUNTER, battle, given=[{"choose": "fight"}, {"roll": [6]}])

    assert found.outcomes == {"battle_won": Fraction(5, 6), "battle_drawn": Fraction(1, 6)}
    with pytest.raises(WrongAnswer):
        odds(table, ENCOUNTER, battle, given=[{"choose": "fight"}, {"roll": [7]}])


def test_more_runs_than_the_budget_are_refused() -> None:
    with pytest.raises(OddsTooLarge) as large:
        odds(at_citadel(craft=8, fate=1), ENCOUNTER, battle, {"mace": victory}, budget=5)

    assert large.value.problems[0].code == "odds_too_large"


def test_somebody_may_call_a_halt() -> None:
    def tick() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        odds(at_citadel(craft=8), ENCOUNTER, battle, tick=tick)
    assert odds(at_citadel(craft=16), ENCOUNTER, battle, tick=lambda: None).worth == ()


@pytest.mark.parametrize("dice", [6, 12])
def test_dice_that_only_together_tell_are_too_many_to_count(dice: int) -> None:
    def rule(t: Table) -> Rule[None]:
        total = 0
        for _ in range(dice):
            total += sum((yield from ask_roll("mace", "test", CITES)))
        t.say("row", CITES, seat="mace", row=str(total > 20))

    with pytest.raises(OddsTooLarge):
        odds(table_of_two(), rule, row)


def test_dice_that_are_compared_one_after_the_other_hang_together() -> None:
    def rule(t: Table) -> Rule[None]:
        thrown: list[int] = []
        for number in range(8):
            thrown += yield from ask_roll("mace", f"test_{number}", CITES)
        t.say("row", CITES, seat="mace", row=str(sorted(thrown) == thrown))

    with pytest.raises(OddsTooLarge):
        odds(table_of_two(), rule, row)


def test_a_way_that_is_too_long_is_refused() -> None:
    def rule(t: Table) -> Rule[None]:
        while True:
            faces = yield from ask_roll("mace", "test", CITES)
            if sum(faces) == 7:
                return

    with pytest.raises(OddsTooLarge):
        odds(table_of_two(), rule, row)


def test_a_die_thrown_after_something_is_known_of_another() -> None:
    def rule(t: Table) -> Rule[None]:
        (first,) = yield from ask_roll("mace", "first", CITES)
        if first > 3:
            (second,) = yield from ask_roll("mace", "second", CITES)
            # Always so: what is known of the first is enough.
            if first + second > 4 and first + second > 6:
                t.say("row", CITES, seat="mace", row="much")
                return
        t.say("row", CITES, seat="mace", row="little")

    assert odds(table_of_two(), rule, row).outcomes == {
        "much": Fraction(4 + 5 + 6, 36),
        "little": Fraction(21, 36),
    }


# ---------------------------------------------------------------------- numbers named


def naming(low: int, high: int, between: tuple[int, int] | None = None) -> RuleOf:
    def rule(t: Table) -> Rule[None]:
        (face,) = yield from ask_roll("mace", "test", CITES)
        by = yield from ask_amount("mace", "shift", CITES, low, high, between=between)
        t.say("row", CITES, seat="mace", row=str(face + by == 4))

    return rule


def is_four(resolved: Resolved) -> tuple[int]:
    return (int(row(resolved) == "True"),)


def test_the_number_named_is_the_best_for_each_throw() -> None:
    found = odds(table_of_two(), naming(-1, 2), row, {"mace": is_four})

    assert found.outcomes == {"True": Fraction(4, 6), "False": Fraction(2, 6)}
    (decision,) = found.decisions()
    assert {best.answer["amount"]: best.throws for best in decision.best} == {
        0: ((1,), (4,), (6,)),
        -1: ((5,),),
        1: ((3,),),
        2: ((2,),),
    }


def test_a_number_that_lies_between_others_too() -> None:
    found = odds(table_of_two(), naming(-3, 3, between=(0, 9)), row, {"mace": is_four})

    assert found.outcomes == {"True": Fraction(4, 6), "False": Fraction(2, 6)}


def test_without_an_aim_the_number_nearest_to_nothing_is_named() -> None:
    assert odds(table_of_two(), naming(-3, 3), row).outcomes["True"] == Fraction(1, 6)
    assert odds(table_of_two(), naming(2, 3), row).outcomes["True"] == Fraction(1, 6)
    assert odds(table_of_two(), naming(-3, -1), row).outcomes["True"] == Fraction(1, 6)


@pytest.mark.parametrize("sure", [0, 2])
def test_a_choice_may_hang_on_the_number_named_before_it(sure: int) -> None:
    """The choice is told with the dice it hangs on; the number stands among the answers before it."""

    def rule(t: Table) -> Rule[None]:
        (face,) = yield from ask_roll("mace", "test", CITES)
        by = yield from ask_amount("mace", "shift", CITES, -1, 2)
        if by >= sure:
            options = [Option("keep", Note("x", {})), Option("turn", Note("x", {}))]
            chosen = yield from ask_choose("mace", "then", CITES, options)
            face = face if chosen == "keep" else 7 - face
        t.say("row", CITES, seat="mace", row=str(face + by == 4))

    found = odds(table_of_two(), rule, row, {"mace": is_four})

    named, *then = found.decisions()
    assert [die for _, die in named.dice] == [0]
    assert then
    for decision in then:
        assert [die for _, die in decision.dice] == [0]
        assert decision.before[0] is None
        assert set(decision.before[1] or {}) == {"amount"}
        assert sum(best.ways for best in decision.best) >= 1


def test_a_choice_that_several_ways_lead_to_is_told_once_with_its_dice() -> None:
    """After a high die and after a low one the next is thrown anew; it is the second die either way."""

    def rule(t: Table) -> Rule[None]:
        (first,) = yield from ask_roll("mace", "test", CITES)
        wanted = 5 if first >= 4 else 2
        (second,) = yield from ask_roll("mace", "again", CITES)
        options = [Option("keep", Note("x", {})), Option("turn", Note("x", {}))]
        chosen = yield from ask_choose("mace", "then", CITES, options)
        shown = second if chosen == "keep" else 7 - second
        t.say("row", CITES, seat="mace", row=str(shown == wanted))

    found = odds(table_of_two(), rule, row, {"mace": lambda run: (int(row(run) == "True"),)})

    assert found.outcomes["True"] == Fraction(1, 3)
    (decision,) = found.decisions()
    assert [(roll.key, die) for roll, die in decision.dice] == [
        ("SW-FATE-1:roll_test:mace", 0),
        ("SW-FATE-1:roll_again:mace", 0),
    ]
    best = {answer.answer["choose"]: set(answer.throws) for answer in decision.best}
    assert best["turn"] == {(4, 2), (5, 2), (6, 2), (1, 5), (2, 5), (3, 5)}
    assert len(best["keep"] | best["turn"]) == 36


def test_a_number_that_makes_no_difference_is_the_first() -> None:
    def rule(t: Table) -> Rule[None]:
        yield from ask_amount("mace", "shift", CITES, 1, 3)
        t.say("row", CITES, seat="mace", row="any")

    found = odds(table_of_two(), rule, row, {"mace": is_four})

    assert found.first == {"amount": 1}


# ---------------------------------------------------------------------- what rules do with dice


@pytest.mark.parametrize(
    ("reads", "expected"),
    [
        (lambda a, b: a + b, 7),
        (lambda a, b: a - b, 0),
        (lambda a, b: 10 - a, Fraction(13, 2)),
        (lambda a, b: 2 * a + b * 3 - 1, Fraction(33, 2)),
        (lambda a, b: abs(a - b), Fraction(35, 18)),
        (max, Fraction(161, 36)),
        (lambda a, b: a // 2 + a % 2, 2),
        (lambda a, b: +a * 0, 0),
        (lambda a, b: len(range(a)), Fraction(7, 2)),
        (lambda a, b: int(a == b), Fraction(1, 6)),
        (lambda a, b: int(a != 3), Fraction(5, 6)),
        (lambda a, b: int(a <= 2), Fraction(1, 3)),
        (lambda a, b: int(bool(a - 1)), Fraction(5, 6)),
        (lambda a, b: {1: 6}.get(a, 0), 1),
        (lambda a, b: int(f"{a:02}") + int(str(a)), 7),
        (lambda a, b: int(a == "x" or a is None), 0),
        (lambda a, b: int((a - a) == 0) + int((a - a) >= 0) + int(a - a), 2),
        (lambda a, b: (a - a) + b, Fraction(7, 2)),
        (lambda a, b: b + (a - a), Fraction(7, 2)),
        (lambda a, b: b - +a, 0),
        (lambda a, b: 10 + compared(a, b), 10),
        (lambda a, b: compared(a, 2), Fraction(1, 2)),
        (lambda a, b: compared(a + 5, b), Fraction(35, 36)),
        (lambda a, b: compared(a, 12 - b), Fraction(-35, 36)),
        (lambda a, b: compared(a - a, 1) + compared(b - b, 0) + 3 * compared(1, a - a), 2),
    ],
)
def test_dice_do_what_numbers_do(reads: Callable[[Any, Any], Any], expected: Any) -> None:
    def rule(t: Table) -> Rule[Any]:
        a, b = yield from ask_roll("mace", "test", CITES, dice=2)
        return reads(a, b)

    found = odds(table_of_two(), rule, lambda one: one.result, {"mace": lambda one: (one.result,)})

    assert found.worth == (expected,)
    assert sum(found.outcomes.values()) == 1


def test_scores_compared_part_in_three_ways_and_only_in_those_that_are_possible() -> None:
    def rule(t: Table) -> Rule[Any]:
        (a,) = yield from ask_roll("mace", "test", CITES)
        return compared(a, 4), compared(a, 6)

    found = odds(table_of_two(), rule, lambda one: one.result)

    assert found.outcomes == {
        (1, 0): Fraction(1, 6),
        (1, -1): Fraction(1, 6),
        (0, -1): Fraction(1, 6),
        (-1, -1): Fraction(1, 2),
    }
    assert found.runs == 4


@pytest.mark.parametrize(("one", "other", "side"), [(7, 9, -1), (9, 9, 0), (9, 7, 1)])
def test_scores_that_are_known_are_compared_without_asking(one: int, other: int, side: int) -> None:
    assert compared(one, other) == side


@pytest.mark.parametrize("does", [lambda a: a + "x", lambda a: a - "x", lambda a: a * 1.5])
def test_dice_are_no_text(does: Callable[[Any], Any]) -> None:
    def rule(t: Table) -> Rule[Any]:
        (a,) = yield from ask_roll("mace", "test", CITES)
        return does(a)

    with pytest.raises(TypeError):
        odds(table_of_two(), rule, lambda one: one.result)


def test_a_veiled_number_shows_what_it_is_made_of() -> None:
    seen = []

    def rule(t: Table) -> Rule[Any]:
        (a,) = yield from ask_roll("mace", "test", CITES)
        seen.append(repr(a * 2 + 1))

    odds(table_of_two(), rule, lambda one: None)

    assert seen == ["Veiled(((0, 2),), 1)"]


# ---------------------------------------------------------------------- the plan


def test_a_token_is_spent_where_it_helps_and_nowhere_else() -> None:
    found = against_the_emperor(at_citadel(craft=10, fate=1))
    (decision,) = found.decisions()

    assert decision.ask.key == "SW-BATTLE-10:reroll_attack:mace"
    assert decision.before == ({"choose": "fight"}, None, None)
    assert [(roll.key, place) for roll, place in decision.dice] == [
        ("SW-BATTLE-5:roll_attack:mace", 0),
        ("SW-BATTLE-6:roll_enemy:maul", 0),
    ]
    keep, again = decision.best
    # Fifteen throws win; of the stand-offs only the last cannot be bettered.
    assert (keep.answer, keep.ways) == ({"choose": "keep"}, 16)
    assert (again.answer, again.ways) == ({"choose": "reroll-1"}, 20)
    assert (1, 1) in again.throws
    assert (1, 6) in again.throws
    assert (6, 6) in keep.throws


def test_a_choice_before_all_dice_hangs_on_none() -> None:
    found = against_the_emperor(at_citadel(craft=8, spells=["light"]))
    (decision,) = found.decisions()

    assert decision.dice == ()
    assert [(best.answer, best.ways) for best in decision.best] == [({"choose": "c1"}, 1)]


def test_a_plan_for_a_token_and_then_coins() -> None:
    """Twelve or nothing, with two coins: ten and more are paid for, and one die is rolled again below."""
    table = a_table(
        "star-wars", phase="encounter", mace={"at": "kiros", "gold": 2, "fate": 1}, maul={}
    )

    found = odds(table, ENCOUNTER, row, {"mace": lambda one: (int(row(one) == "12"),)})

    token, *coins = found.decisions()
    assert {best.answer["choose"]: best.ways for best in token.best} == {
        # ten and more; and two dice of three or less, of which no single one is enough
        "keep": 6 + 9,
        "reroll-1": 11,
        "reroll-2": 10,
    }
    kept, first, second = coins
    assert kept.before == (None, {"choose": "keep"})
    assert {best.answer["amount"]: best.throws for best in kept.best}[2] == (
        (6, 4),
        (5, 5),
        (4, 6),
    )
    assert [(roll.key.split(":")[1], place) for roll, place in first.dice] == [
        ("roll_table", 1),
        ("roll_again_table", 0),
    ]
    assert second.before == (None, {"choose": "reroll-2"}, None)
    assert {best.answer["amount"]: best.ways for best in second.best}[1] > 0


def test_nothing_is_best_for_throws_that_do_not_lead_there() -> None:
    def rule(t: Table) -> Rule[None]:
        (first,) = yield from ask_roll("mace", "first", CITES)
        if first <= 3:
            return
        options = [Option(one, Note("option_no", {})) for one in ("safe", "none")]
        chosen = yield from ask_choose("mace", "go_on", CITES, options)
        t.say("row", CITES, seat="mace", row=str(chosen == "safe" and first > 2 and first > 4))

    def is_true(one: Resolved) -> tuple[int]:
        return (int("row" in codes_of(one) and row(one) == "True"),)

    (decision,) = odds(table_of_two(), rule, codes_of, {"mace": is_true}).decisions()

    assert [(best.answer, best.throws) for best in decision.best] == [
        ({"choose": "safe"}, ((4,), (5,), (6,)))
    ]


def test_a_plan_with_too_many_forks_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = against_the_emperor(at_citadel(craft=8, fate=1))
    monkeypatch.setattr("games.rules.plans.MOST_FORKS", 3)

    assert found.decisions() == []


def test_throws_that_are_too_many_are_counted_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = against_the_emperor(at_citadel(craft=8, fate=1))
    monkeypatch.setattr("games.rules.plans.MOST_LISTED", 35)
    (decision,) = found.decisions()

    assert [(best.ways, best.throws) for best in decision.best] == [(19, ()), (17, ())]


def test_the_amount_tells_both_of_its_ranges() -> None:
    table = table_of_two()
    asking = run(table, naming(-3, 3, between=(0, 9)), [{"roll": [2]}])

    ask = asking.ask  # type: ignore[union-attr]
    assert isinstance(ask, Amount)
    assert ask.to_json()["low"] == 0
    assert ask.to_json()["high"] == 3
    with pytest.raises(WrongAnswer) as wrong:
        ask.check({"amount": -1})
    assert wrong.value.problems[0].params["low"] == 0


def test_a_search_finds_each_end_once() -> None:
    search = Search(at_citadel(craft=8), ENCOUNTER, battle, {"mace": victory})
    root = search.explored()

    assert [name for name, _ in search.ends] == ["battle_won", "battle_drawn", "battle_lost"]
    assert decisions(root) == []
