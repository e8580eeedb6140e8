"""The catalogue: what is printed, for everybody, kept by caches until the pack changes."""

from __future__ import annotations

import pytest

from content.library import pack, pack_hash
from games.rules.actions.base import kinds
from tests.api.cast import Caller, body_of, refused
from tests.api.recording import example

STAR_WARS = "editions/star-wars/"
LISTS = ("", "spaces/", "characters/", "cards/", "rules/")


@pytest.fixture
def anybody() -> Caller:
    """Somebody without a token; nothing here reads the database."""
    return Caller()


def ids(caller: Caller, address: str) -> list[str]:
    return [found["id"] for found in body_of(caller.get(STAR_WARS + address))["results"]]


def test_the_editions_are_listed(anybody: Caller) -> None:
    response = anybody.get("editions/")

    listed = {edition["id"]: edition for edition in body_of(response)["results"]}
    assert listed["star-wars"]["title"] == "Talisman: Star Wars Edition"
    assert listed["star-wars"]["pack_hash"] == pack_hash("star-wars")


def test_an_edition_tells_its_words_its_box_and_what_is_not_known(anybody: Caller) -> None:
    told = body_of(anybody.get(STAR_WARS))

    assert told["terms"]["craft"] == {"one": "Will", "many": "Will"}
    assert {region["id"]: len(region["ring"]) for region in told["regions"]}["outer"] == 24
    assert told["setup"][0]["id"] == "board"
    assert told["known_gaps"] == list(pack("star-wars").edition.known_gaps)


def test_a_space_tells_its_instructions_in_the_editions_words(anybody: Caller) -> None:
    response = anybody.get(STAR_WARS + "spaces/kiros/")
    told = body_of(response)

    assert (told["name"], told["region"]) == ("Kiros", "outer")
    assert told["instructions"]
    assert all(found["text"] and found["rules"] for found in told["instructions"])
    example("space_get.kiros", "A space with an instruction", response)


def test_the_spaces_are_listed_by_region(anybody: Caller) -> None:
    board = pack("star-wars").board

    assert ids(anybody, "spaces/") == [space.id for space in board.spaces]
    assert len(ids(anybody, "spaces/?region=outer")) == 24
    assert ids(anybody, "spaces/?region=nowhere") == []


def test_the_characters_are_all_twelve(anybody: Caller) -> None:
    assert len(ids(anybody, "characters/")) == 12
    told = body_of(anybody.get(STAR_WARS + "characters/mace-windu/"))
    assert (told["name"], told["alignment"]["confidence"]) == ("Mace Windu", "likely")


def test_the_cards_are_listed_by_deck_and_type(anybody: Caller) -> None:
    market = ids(anybody, "cards/?deck=market")

    assert market == [card.id for card in pack("star-wars").decks_by_id["market"].cards]
    assert set(ids(anybody, "cards/?type=object&deck=market")) <= set(market)
    told = body_of(anybody.get(f"{STAR_WARS}cards/{market[0]}/"))
    assert (told["id"], told["deck"]) == (market[0], "market")


# --- the ledger --------------------------------------------------------------------------------


def test_every_rule_of_the_ledger_is_there(anybody: Caller) -> None:
    assert ids(anybody, "rules/") == [rule.id for rule in pack("star-wars").ledger.rules]


def test_a_rule_comes_with_cases_ruling_and_what_to_see(anybody: Caller) -> None:
    response = anybody.get(STAR_WARS + "rules/SW-MOVE-1/")
    told = body_of(response)

    assert (told["id"], told["kind"]) == ("SW-MOVE-1", "movement")
    assert set(told) == {
        "id", "title", "section", "kind", "rule", "cases", "holds", "ruling", "alternative",
        "see", "cited_by",
    }  # fmt: skip
    assert set(told["cases"][0]) == {"given", "when", "then"}
    assert told["holds"] == "computes"
    lothal = body_of(anybody.get(STAR_WARS + "rules/SW-LOTHAL-1/"))
    assert lothal["cited_by"] == ["lothal", "lothal-roll"]
    example("rule_get.movement", "A rule with its cases", response)


def test_rules_are_found_by_words_that_all_stand_in_them(anybody: Caller) -> None:
    found = body_of(anybody.get(STAR_WARS + "rules/?search=destiny+reroll"))["results"]

    assert found
    for rule in found:
        text = str(rule).casefold()
        assert "destiny" in text
        assert "reroll" in text
    assert ids(anybody, "rules/?search=DESTINY+reroll") == [rule["id"] for rule in found]
    assert ids(anybody, "rules/?search=xyzzy") == []


def test_a_word_in_the_title_counts_most(anybody: Caller) -> None:
    found = body_of(anybody.get(STAR_WARS + "rules/?search=disoriented"))["results"]

    titled = ["disoriented" in rule["title"].casefold() for rule in found]
    assert titled == sorted(titled, reverse=True)
    assert titled[0]


def test_rules_are_found_by_their_ids_in_the_order_asked_for(anybody: Caller) -> None:
    asked = "SW-PVP-9,SW-MOVE-1,SW-NOTHING-1,SW-PVP-9"

    assert ids(anybody, f"rules/?ids={asked}") == ["SW-PVP-9", "SW-MOVE-1"]


def test_rules_are_found_by_the_words_of_their_cases_and_section(anybody: Caller) -> None:
    found = body_of(anybody.get(STAR_WARS + "rules/?search=fuel+depot"))["results"]
    assert found == []
    assert "SW-KIROS-2" in ids(anybody, "rules/?search=3+GCs+to+add+3")
    assert "SW-KIROS-2" in ids(anybody, "rules/?search=Outer+Region+Kiros")


@pytest.mark.parametrize(
    ("query", "among", "not_among"),
    [
        ("space=kiros", ["SW-KIROS-1", "SW-KIROS-2", "SW-KIROS-3", "SW-KIROS-4"], "SW-LOTHAL-1"),
        # The way there is part of it.
        ("space=naboo", ["SW-NABOO-1", "SW-AST-1"], "SW-AST-2"),
        ("card=coaxium-vial", ["SW-VIAL-1"], "SW-PVP-9"),
        ("card=blaster", ["SW-COMP-2"], "SW-VIAL-1"),
        ("action=ditch", ["SW-DITCH-1", "SW-DITCH-2"], "SW-MOVE-1"),
        ("action=encounter_character", ["SW-PVP-1", "SW-PVP-9", "SW-ENC-1"], "SW-MOVE-1"),
        ("action=encounter_character&search=confidant", ["SW-PVP-10"], "SW-PVP-6"),
    ],
)
def test_rules_are_found_by_space_card_and_action(
    anybody: Caller, query: str, among: list[str], not_among: str
) -> None:
    found = ids(anybody, f"rules/?{query}")

    assert set(among) <= set(found)
    assert not_among not in found
    assert len(found) == len(set(found)) < 60


def test_every_space_card_and_action_leads_to_rules(anybody: Caller) -> None:
    p = pack("star-wars")
    asked = [f"space={space.id}" for space in p.board.spaces]
    asked += [f"card={card}" for card in p.cards]
    asked += [f"action={kind}" for kind in kinds()]

    assert [query for query in asked if not ids(anybody, f"rules/?{query}")] == []


@pytest.mark.parametrize("query", ["space=hoth", "card=nothing", "action=fly"])
def test_rules_about_what_is_not_there_are_not_found(anybody: Caller, query: str) -> None:
    refused(anybody.get(f"{STAR_WARS}rules/?{query}"), 404, "not_found")


def test_rules_are_found_by_section_and_kind(anybody: Caller) -> None:
    ledger = pack("star-wars").ledger.rules
    section = ledger[0].section[:8]

    assert ids(anybody, f"rules/?section={section.upper()}") == [
        rule.id for rule in ledger if rule.section.startswith(section)
    ]
    assert ids(anybody, "rules/?kind=death") == [rule.id for rule in ledger if rule.kind == "death"]


def test_long_lists_come_in_pages(anybody: Caller) -> None:
    found: list[str] = []
    address = STAR_WARS + "rules/?limit=100&search=the"
    while address:
        told = body_of(anybody.get(address))
        assert len(told["results"]) <= 100
        found += [rule["id"] for rule in told["results"]]
        address = (told["next"] or "").removeprefix("/api/v1/")
    assert found == ids(anybody, "rules/?search=the")
    assert len(found) > 100


# --- what is not there, what does not fit ------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("editions/klingons/", "unknown_edition"),
        ("editions/klingons/rules/", "unknown_edition"),
        (STAR_WARS + "spaces/nowhere/", "not_found"),
        (STAR_WARS + "characters/nobody/", "not_found"),
        (STAR_WARS + "cards/nothing/", "not_found"),
        (STAR_WARS + "rules/SW-NO-1/", "not_found"),
        (STAR_WARS + "rules/sw-move-1/", "unknown_address"),
    ],
)
def test_what_is_not_printed_is_not_there(anybody: Caller, address: str, code: str) -> None:
    refused(anybody.get(address), 404, code)


@pytest.mark.parametrize(
    "address",
    [
        "rules/?kind=magic", "rules/?search=", "rules/?search=+", f"rules/?search={'x' * 101}",
        "rules/?q=x", "cards/?type=hat", "cards/?deck=A", "spaces/?region=", "rules/?limit=501",
        "rules/?cursor=x", "rules/?cursor=WyJhIl0", "rules/?limit=1&limit=2",
    ],
)  # fmt: skip
def test_a_query_that_does_not_fit_is_refused(anybody: Caller, address: str) -> None:
    refused(anybody.get(STAR_WARS + address), 400, "invalid_query")


@pytest.mark.parametrize("cursor", ["Wy0xXQ", "Wzk5OTk5OTk5OTld", "WzFlMzAwXQ"])
def test_a_cursor_beyond_the_list_finds_nothing_and_breaks_nothing(
    anybody: Caller, cursor: str
) -> None:
    assert anybody.get(f"{STAR_WARS}rules/?cursor={cursor}").status_code == 200


# --- kept by caches ----------------------------------------------------------------------------


@pytest.mark.parametrize("where", LISTS)
def test_what_is_printed_is_sent_once(anybody: Caller, where: str) -> None:
    first = anybody.get(STAR_WARS + where)
    again = anybody.get(STAR_WARS + where, If_None_Match=first["ETag"])

    assert first["ETag"].strip('"').startswith(pack_hash("star-wars")[:24])
    assert first["Cache-Control"] == "public, max-age=300"
    assert "Accept-Language" in first["Vary"]
    assert (again.status_code, again.content) == (304, b"")


def test_no_token_is_asked_for_and_a_bad_one_is_no_reason_to_refuse() -> None:
    assert Caller("ts_bad").get(STAR_WARS).status_code == 200
