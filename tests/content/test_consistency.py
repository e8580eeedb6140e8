"""What does not fit is found and named, one mutation of a sound pack at a time."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from content.checks import packs_are_sound
from content.consistency import problems_in
from content.consistency.parts import rule_names_in
from content.library import canonical_json, pack
from content.loader import Fault, PackError
from content.schema.pack import Pack

Data = dict[str, Any]


def by_id(items: list[Data], id_: str) -> Data:
    return next(item for item in items if item["id"] == id_)


def space(data: Data, id_: str) -> Data:
    return by_id(data["board"]["spaces"], id_)


def trigger(data: Data, id_: str) -> Data:
    found: Data = space(data, id_)["triggers"][0]
    return found


def ring(data: Data, region: str = "outer") -> list[str]:
    found: list[str] = by_id(data["board"]["regions"], region)["ring"]
    return found


def link(data: Data, id_: str) -> Data:
    return by_id(data["board"]["links"], id_)


def rule(data: Data, id_: str) -> Data:
    return by_id(data["ledger"]["rules"], id_)


def deck(data: Data, id_: str) -> Data:
    return by_id(data["decks"], id_)


def put_run(data: Data) -> None:
    by_id(data["board"]["regions"], "outer")["printed_runs"] = [["jakku", "naboo"]]


FACTS = {"alignment": "good", "strength": 3, "craft": 3, "life": 4, "fate": 2, "start": "hoth"}

MUTATIONS: list[tuple[Callable[[Data], object], str]] = [
    # the board
    (lambda d: space(d, "lothal").update(region="core"), "space lothal: its region core does not"),
    (lambda d: ring(d).remove("lothal"), "region outer: lothal is missing from its ring"),
    (lambda d: ring(d).append("hoth"), "region outer: its ring names hoth, which is no space"),
    (lambda d: ring(d).append("endor"), "its ring names endor, which lies in middle"),
    (lambda d: ring(d).append("lothal"), "region outer: lothal stands 2 times in its ring"),
    (put_run, "a run puts naboo after jakku, its ring does not"),
    (lambda d: ring(d).__setitem__(slice(2, None), []), "a ring has at least three spaces"),
    (lambda d: ring(d).clear(), "region outer: moves are rolled there, so its spaces must form"),
    (lambda d: link(d, "kef-bir-to-jedha").update(to="hoth"), "link kef-bir-to-jedha: hoth is no"),
    (lambda d: link(d, "mandalore-to-kessel").update(task=[]), "a gate needs a task"),
    (lambda d: link(d, "kessel-to-mandalore").update(to="lothal"), "no link leads back from kes"),
    (lambda d: link(d, "jedha-to-dagobah").update(to="jedha"), "jedha-to-dagobah: it leads now"),
    (lambda d: link(d, "jedha-to-dagobah").update(to="exegol"), "space dagobah: no ring and no li"),
    (lambda d: link(d, "exegol-to-citadel").update(pay_card="key"), "the card key does not exist"),
    (lambda d: d["board"]["opposite"].update(hoth="naboo"), "opposite: hoth is no space"),
    (lambda d: d["board"]["opposite"].update(lothal="hoth"), "opposite: hoth is no space"),
    (
        lambda d: d["board"].update(pieces=[{"id": "reaper", "name": "Reaper", "start": "hoth"}]),
        "piece reaper: hoth is no space",
    ),
    # the box
    (lambda d: d["edition"]["terms"].pop("toad"), "edition: terms have no word for toad"),
    (lambda d: d["edition"]["terms"].pop("evil"), "edition: terms have no word for evil"),
    (lambda d: d["edition"]["card_types"].pop("spell"), "card_types have no name for spell"),
    (lambda d: d["edition"]["policy"].update(evade_regions=["sky"]), "evade_regions name sky"),
    (lambda d: d["edition"]["policy"].update(spell_deck="magic"), "names the deck magic, which"),
    (lambda d: d["edition"]["variants"][0]["policy"].update(luck=1), "luck is no policy"),
    (
        lambda d: d["edition"]["variants"][1]["policy"].update(trophies_per_point=0),
        "variant seven-points: Input should be greater than or equal to 1",
    ),
    (
        lambda d: d["edition"]["setup"].append(d["edition"]["setup"][0]),
        "set-up step board stands 2 times",
    ),
    (lambda d: d["characters"].pop(), "characters: there are 11, the components say 12"),
    (lambda d: deck(d, "market").update(size=27), "deck market: its known cards are 28, its size"),
    (lambda d: deck(d, "market").update(size=29), "its size is 29, the components say 28"),
    (lambda d: deck(d, "market").update(discards_to="bin"), "it discards to bin, which does not"),
    (lambda d: deck(d, "market").update(secret=True), "deck market: open piles cannot be secret"),
    (lambda d: deck(d, "market").update(holds=["object"]), "card service-droid: the deck market"),
    # names that lead elsewhere
    (lambda d: d["edition"]["cites"].pop("dice"), "cites have no entry for the topic dice"),
    (lambda d: d["edition"]["cites"].update(luck=["SW-FATE-1"]), "does not know the topic luck"),
    (lambda d: d["edition"]["cites"].update(dice=[]), "edition: the topic dice cites no rule"),
    (
        lambda d: d["edition"]["variants"][0].update(topics={"luck": ["SW-FATE-1"]}),
        "variant no-inheritance: the core does not know the topic luck",
    ),
    (
        lambda d: trigger(d, "endor").update(id="jakku-shop"),
        "trigger jakku-shop stands 2 times on the board",
    ),
    (
        lambda d: trigger(d, "jakku")["do"][0]["shop"].update(boots=1),
        "jakku-shop: boots is no card",
    ),
    (lambda d: trigger(d, "crait").update(do=[{"draw": {"deck": "luck"}}]), "luck is no deck"),
    (lambda d: trigger(d, "crait").update(do=[{"take": {"card": "x-wing"}}]), "x-wing is no card"),
    (lambda d: trigger(d, "crait").update(do=[{"move_to": "hoth"}]), "crait-offer: hoth is no sp"),
    (
        lambda d: trigger(d, "crait").update(do=[{"place": "elsewhere", "space": "hoth"}]),
        "crait-offer: hoth is no space",
    ),
    (lambda d: by_id(d["characters"], "rey").update(facts=FACTS), "rey: hoth is no space"),
    (
        lambda d: by_id(d["characters"], "rey").update(
            facts=FACTS | {"start": "jakku", "start_cards": ["staff"]}
        ),
        "rey: staff is no card of an open pile",
    ),
    (
        lambda d: trigger(d, "crait").update(cites=["SW-CRAIT-9"]),
        "crait-offer: it cites SW-CRAIT-9",
    ),
    (
        lambda d: trigger(d, "kiros")["do"][0]["roll"]["row_cites"].update({"2": ["SW-KIROS-9"]}),
        "kiros-roll: it cites SW-KIROS-9",
    ),
    (lambda d: rule(d, "SW-KIROS-1").update(see=["SW-KIROS-9"]), "refers to SW-KIROS-9, which"),
    (lambda d: rule(d, "SW-KIROS-1").update(see=["SW-KIROS-1"]), "SW-KIROS-1: it refers to itself"),
    (lambda d: d["ledger"]["terms"].update(craft="Force"), "its word for craft is Force, the edi"),
    (lambda d: d["ledger"]["terms"].update(luck="Luck"), "for luck is Luck, the edition's is miss"),
    (
        lambda d: trigger(d, "crait").update(do=[{"rule": "win"}]),
        "rule win is named but not registered",
    ),
]


@pytest.fixture(scope="module")
def sound() -> Pack:
    return pack("star-wars")


def found_in(changed: Pack, sound: Pack) -> list[str]:
    return problems_in(changed, topics=set(sound.edition.cites), rule_names=rule_names_in(sound))


@pytest.mark.parametrize(("break_it", "problem"), MUTATIONS, ids=[said for _, said in MUTATIONS])
def test_what_does_not_fit_is_named(
    sound: Pack, break_it: Callable[[Data], object], problem: str
) -> None:
    data = json.loads(canonical_json(sound))
    break_it(data)

    found = found_in(Pack.model_validate(data), sound)

    assert any(problem in one for one in found), found


def test_a_sound_pack_has_no_problems(sound: Pack) -> None:
    assert found_in(sound, sound) == []


def test_the_server_checks_its_packs() -> None:
    assert packs_are_sound() == []


def test_the_server_names_a_pack_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(edition_id: str) -> Pack:
        raise PackError([Fault(f"{edition_id}/board.yaml", 7, "so it is")])

    monkeypatch.setattr("content.checks.pack", broken)

    (error,) = packs_are_sound()
    assert (error.id, error.msg) == ("content.E001", "star-wars/board.yaml:7: so it is")


def test_the_server_names_a_pack_that_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("content.checks.problems_in", lambda pack: ["so it is"])

    (error,) = packs_are_sound()
    assert (error.id, error.msg) == ("content.E002", "star-wars: so it is")
