"""Packs are found by their folder, read once, and pinned by a hash of what they say."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from content import library
from content.library import UnknownEdition, canonical_json, editions, hash_of, pack, pack_hash
from content.loader import PackError
from content.schema.pack import Pack


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The Star Wars pack in a folder of its own, to be broken."""
    return Path(shutil.copytree(library.PACKS / "star-wars", tmp_path / "star-wars"))


def test_the_folders_of_packs_are_the_editions() -> None:
    assert "star-wars" in editions()
    assert list(editions()) == sorted(editions())


@pytest.mark.parametrize("edition_id", ["", "klingons", "../packs/star-wars", "Star-Wars"])
def test_an_unknown_edition_is_refused_by_name(edition_id: str) -> None:
    with pytest.raises(UnknownEdition, match=r"there are: .*star-wars"):
        pack(edition_id)
    with pytest.raises(UnknownEdition):
        pack_hash(edition_id)


def test_a_pack_is_read_once() -> None:
    assert pack("star-wars") is pack("star-wars")


def test_reading_anew_gives_the_same_hash() -> None:
    again = library.read_pack(library.PACKS / "star-wars")

    assert hash_of(again) == pack_hash("star-wars")
    assert len(pack_hash("star-wars")) == 64


def test_the_order_of_keys_and_the_names_of_deck_files_do_not_change_the_hash(copied: Path) -> None:
    board = copied / "board.yaml"
    board.write_text(yaml.safe_dump(yaml.safe_load(board.read_text()), sort_keys=True))
    (copied / "decks/market.yaml").rename(copied / "decks/a.yaml")

    assert hash_of(library.read_pack(copied)) == pack_hash("star-wars")


def test_a_printed_number_changes_the_hash(copied: Path) -> None:
    board = copied / "board.yaml"
    board.write_text(board.read_text().replace("{blaster: 1, robe", "{blaster: 2, robe"))

    assert hash_of(library.read_pack(copied)) != pack_hash("star-wars")


def test_the_canonical_text_holds_the_whole_pack() -> None:
    assert Pack.model_validate_json(canonical_json(pack("star-wars"))) == pack("star-wars")


def test_what_is_wrong_in_several_files_is_named_together(copied: Path) -> None:
    (copied / "board.yaml").write_text("regions: no\nspaces: []\n")
    (copied / "decks/market.yaml").unlink()
    (copied / "characters.yaml").unlink()
    (copied / "decks/wayfinder.yaml").write_text("id: wayfinder\nid: again\n")

    with pytest.raises(PackError) as caught:
        library.read_pack(copied)

    assert [(fault.path, fault.line) for fault in caught.value.faults] == [
        ("star-wars/board.yaml", 1),
        ("star-wars/characters.yaml", 0),
        ("star-wars/decks/wayfinder.yaml", 2),
    ]


def test_a_pack_in_a_folder_of_another_name_is_refused(copied: Path) -> None:
    moved = copied.rename(copied.parent / "starwars")

    with pytest.raises(PackError, match=r"starwars/edition\.yaml: its id is 'star-wars'"):
        library.read_pack(moved)


def test_the_ledger_of_another_edition_is_refused(copied: Path) -> None:
    rules = copied / "rules.yaml"
    rules.write_text(rules.read_text().replace("edition: star-wars", "edition: batman", 1))

    with pytest.raises(PackError, match=r"rules\.yaml: it is the ledger of 'batman'"):
        library.read_pack(copied)


def test_one_id_for_two_cards_is_refused(copied: Path) -> None:
    market = copied / "decks/market.yaml"
    market.write_text(market.read_text().replace("id: robe", "id: blaster"))

    with pytest.raises(PackError, match="star-wars: card ids appear twice: blaster"):
        library.read_pack(copied)
