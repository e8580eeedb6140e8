"""From every outcome of a recorded game to its place in the rulebook, as a reader follows it."""

from __future__ import annotations

from typing import Any

import pytest

from talisman_companion.demo.recording import HOST
from talisman_companion.demo.wire import BASE
from tests.playthroughs.test_recordings import RECORDINGS, played

# What people did whatever the rules say: it has a reason in place of rules.
OF_PEOPLE = {"cause", "as_happened", "set_by_hand"}
BY_HAND = {"correct", "state_of_table", "undo", "redo", "start"}


@pytest.mark.django_db
@pytest.mark.parametrize("name", RECORDINGS)
def test_every_outcome_leads_to_its_rules(name: str) -> None:
    player = played(name, step_by_step=False)
    phone = player.phones[HOST]
    entries = player.log(phone)
    assert len(entries) > 10
    pages: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        cited = {rule for part in (*entry["notes"], *entry["changes"]) for rule in part["rules"]}
        assert cited <= set(entry["rules"]), entry["seq"]
        for note in entry["notes"]:
            assert note["rules"] or note["code"] in OF_PEOPLE, (entry["seq"], note)
        if entry["kind"] not in BY_HAND and entry["entry"] == "action":
            assert entry["rules"], entry["seq"]
            assert all(change["rules"] for change in entry["changes"]), entry["seq"]
        assert (entry["rules_url"] is None) == (entry["rules"] == [])
        if url := entry["rules_url"]:
            if url not in pages:
                pages[url] = phone.get(url.removeprefix(BASE))["results"]
            assert [rule["id"] for rule in pages[url]] == entry["rules"]
            assert all(rule["section"] and rule["rule"] for rule in pages[url])
