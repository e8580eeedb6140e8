"""Walking: rings, one-way streets, shops, gates, and how sure the app is of the way."""

from __future__ import annotations

import pytest

from games.rules.table import Table
from games.rules.walk import Route, problem_of_end, ring_of, routes, routes_beyond
from tests.builders import a_table


def ways(table: Table, steps: int) -> dict[str, tuple[str, ...]]:
    return {route.id: route.path for route in routes(table, table.figures["ann"], steps)}


def at(pack: str, space: str, **said: object) -> Table:
    return a_table(pack, ann={"at": space}, bob={}, **said)  # type: ignore[arg-type]  # as a_table


def test_both_ways_round_a_ring() -> None:
    assert ways(at("plain", "inn"), 2) == {
        "clockwise-wood": ("field", "wood"),
        "counterclockwise-ford": ("moor", "ford"),
    }


def test_half_way_round_both_ways_end_on_the_same_space() -> None:
    assert ways(at("plain", "inn"), 3) == {
        "clockwise-hill": ("field", "wood", "hill"),
        "counterclockwise-hill": ("moor", "ford", "hill"),
    }


def test_no_move_turns_round_on_its_way() -> None:
    paths = [route.path for steps in range(1, 7) for route in routes_of(at("plain", "inn"), steps)]

    assert all(len(set(path)) == len(path) for path in paths)


def routes_of(table: Table, steps: int) -> tuple[Route, ...]:
    return routes(table, table.figures["ann"], steps)


def test_one_way_streets_offer_no_direction() -> None:
    (route,) = routes_of(at("streets", "lane"), 1)

    assert (route.id, route.direction, route.cites) == (
        "royal-lane",
        None,
        ("CT-MOVE-2", "CT-MOVE-3"),
    )


def test_a_shop_ends_the_move_wherever_it_is_passed() -> None:
    assert ways(at("streets", "sanctuary-square"), 6) == {
        "academy": ("noble-street", "academy"),
        "apothecary": ("noble-street", "mint-street", "apothecary"),
        "armoury": ("noble-street", "mint-street", "armoury"),
        "town": (
            "noble-street",
            "mint-street",
            "elemental-avenue",
            "speakers-corner",
            "gate",
            "town",
        ),
        "lane": (
            "noble-street",
            "mint-street",
            "elemental-avenue",
            "speakers-corner",
            "gate",
            "lane",
        ),
    }


def test_who_begins_in_a_shop_begins_by_leaving_it_and_does_not_return() -> None:
    assert ways(at("streets", "armoury"), 1) == {"mint-street": ("mint-street",)}
    assert "armoury" not in ways(at("streets", "armoury"), 2)


def test_a_way_cites_the_links_it_takes() -> None:
    found = {route.end: route.cites for route in routes_of(at("streets", "mint-street"), 1)}

    assert found["armoury"] == ("CT-MOVE-4", "CT-MOVE-5")


def test_a_step_round_a_ring_without_arrows_has_no_rule_of_its_own() -> None:
    assert [route.cites for route in routes_of(at("plain", "inn"), 1)] == [(), ()]


def test_out_of_the_streets_the_direction_is_chosen_there() -> None:
    found = {route.end: route.direction for route in routes_of(at("streets", "gate"), 3)}

    assert {end: way.value if way else None for end, way in found.items()} == {
        "hills": "clockwise",
        "woods": "counterclockwise",
        "sanctuary-square": None,
    }


# ------------------------------------------------------------ gates


def test_a_gate_may_be_tried_with_the_points_left_at_it() -> None:
    table = at("star-wars", "open-space")

    found = {route.id: (route.end, route.left) for route in routes_of(table, 3)}

    assert found["try-mandalore-to-kessel-clockwise"] == ("mandalore", 2)
    assert found["clockwise-tatooine"] == ("tatooine", 0)


def test_before_the_first_step_a_gate_has_no_end() -> None:
    table = at("star-wars", "mandalore")

    tried = next(route for route in routes_of(table, 2) if route.gate)

    assert (tried.id, tried.end, tried.left) == ("try-mandalore-to-kessel", None, 2)


def test_beyond_a_gate_both_directions_are_open() -> None:
    table = at("star-wars", "mandalore")
    gate = next(route.gate for route in routes_of(table, 3) if route.gate)

    found = [route.path for route in routes_beyond(table, gate, 3)]

    assert found == [("kessel", "utapau", "open-space-11"), ("kessel", "crait", "batuu")]


def test_beyond_a_gate_the_move_may_come_to_another() -> None:
    table = at("star-wars", "mandalore")
    gate = next(route.gate for route in routes_of(table, 6) if route.gate)

    found = [route.id for route in routes_beyond(table, gate, 6)]

    assert found == [
        "try-kef-bir-to-jedha-clockwise",
        "clockwise-kef-bir",
        "counterclockwise-kashyyyk",
    ]


@pytest.mark.parametrize(("space", "tried"), [("crag", False), ("wood", True), ("moor", False)])
def test_a_gate_is_tried_by_whoever_has_not_come_from_beyond_it(space: str, *, tried: bool) -> None:
    table = at("passes", space)

    assert any(route.gate for route in routes_of(table, 4)) is tried


def test_a_passage_earned_is_how_the_move_begins() -> None:
    table = at("star-wars", "mandalore")
    table.figures["ann"].marks = {"passage": "mandalore-to-kessel"}

    assert set(ways(table, 2)) == {"clockwise-utapau", "counterclockwise-crait"}
    assert problem_of_end(table, table.figures["ann"], "tatooine", 2).code == "passage_first"
    assert problem_of_end(table, table.figures["ann"], "batuu", 2).code == "wrong_end"


# ------------------------------------------------------------ what is printed and what is a guess


def sure_ends(table: Table, steps: int) -> dict[str | None, bool]:
    return {route.end: route.printed for route in routes_of(table, steps)}


def test_a_way_is_sure_if_all_its_steps_are_along_a_printed_run() -> None:
    assert sure_ends(at("guess", "inn"), 1) == {"field": True, "moor": False}
    assert sure_ends(at("guess", "inn"), 2) == {"wood": True, "ford": False}
    assert sure_ends(at("guess", "wood"), 2) == {"ford": False, "inn": True}
    assert sure_ends(at("guess", "inn"), 4) == {"ford": False, "wood": False}


def test_a_way_is_no_surer_than_its_first_step() -> None:
    assert sure_ends(at("guess", "moor"), 2) == {"field": False, "hill": False}


def test_a_link_may_be_a_guess_and_may_come_after_one() -> None:
    assert sure_ends(at("passes", "wood"), 1) == {"dell": False, "hill": True, "field": True}
    assert sure_ends(at("passes", "dell"), 2) == {
        "wood": True,
        "ledge": True,
        "cairn": True,
        "crag": False,
        "holt": False,
    }


def test_a_board_that_was_confirmed_is_sure_all_round() -> None:
    table = at("guess", "inn", facts={"board_confirmed": True})

    assert sure_ends(table, 4) == {"ford": True, "wood": True}


def test_a_table_corrects_the_order_of_a_ring() -> None:
    swapped = ["inn", "wood", "field", "hill", "ford", "moor"]
    table = at("guess", "inn", facts={"ring:outer": swapped})

    assert ring_of(table, table.pack.regions["outer"]) == tuple(swapped)
    assert ways(table, 1) == {"clockwise-wood": ("wood",), "counterclockwise-moor": ("moor",)}


# ------------------------------------------------------------ why no way ends there


@pytest.mark.parametrize(
    ("pack", "space", "end", "steps", "code"),
    [
        ("plain", "inn", "inn", 2, "no_doubling_back"),
        ("plain", "inn", "hill", 2, "wrong_end"),
        ("streets", "armoury", "armoury", 2, "shop_just_left"),
        ("streets", "noble-street", "sanctuary-square", 1, "against_the_arrows"),
        ("streets", "noble-street", "speakers-corner", 1, "wrong_end"),
        ("streets", "noble-street", "academy", 0, "wrong_end"),
        ("streets", "woods", "woods", 2, "no_doubling_back"),
        ("streets", "town", "town", 2, "no_doubling_back"),
        ("streets", "woods", "gate", 2, "wrong_end"),
        ("streets", "town", "lane", 1, "region_stays"),
        ("streets", "woods", "noble-street", 2, "region_stays"),
        ("streets", "armoury", "sanctuary-square", 1, "wrong_end"),
        ("streets", "sanctuary-square", "armoury", 1, "wrong_end"),
        ("passes", "inn", "crag", 2, "wrong_end"),
        ("passes", "inn", "crag", 1, "region_stays"),
        ("passes", "moor", "crag", 1, "region_stays"),
        ("bat", "inn", "attic", 1, "region_stays"),
    ],
)
def test_why_not(pack: str, space: str, end: str, steps: int, code: str) -> None:
    table = at(pack, space)

    problem = problem_of_end(table, table.figures["ann"], end, steps)

    assert problem.code == code
    assert problem.cites
    assert problem.params == {"space": end, "steps": steps}
