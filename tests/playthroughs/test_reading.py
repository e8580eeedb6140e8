"""A recording that cannot be read is refused with the place that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from talisman_companion.demo.recording import Aside, Given, Step, Unreadable, read_recording

HEAD = "title: Two\nedition: star-wars\nseats: [Mina, Jonas]\n"


def read(tmp_path: Path, text: str) -> tuple[Step | Aside, ...]:
    path = tmp_path / "two.yaml"
    path.write_text(text)
    return read_recording(path).play


def test_a_step_names_who_does_what_and_answers_may_be_short(tmp_path: Path) -> None:
    play = read(
        tmp_path,
        HEAD
        + """
play:
  - heading: First round
  - show: table
  - Mina: move
    by: Jonas
    params: {direction: clockwise}
    preview: true
    says: It moves.
    answers:
      - roll: 4
      - {roll: [2, 3], by: Jonas}
      - {choose: pauldron, refused: cannot_pay}
      - cards: [x-wing, unseen]
      - take_back: true
""",
    )

    assert play[:2] == (Aside("heading", "First round"), Aside("table", "table"))
    assert play[2] == Step(
        number=3,
        who="Mina",
        kind="move",
        by="Jonas",
        body={"params": {"direction": "clockwise"}, "dry_run": True},
        answers=(
            Given({"roll": [4]}),
            Given({"roll": [2, 3]}, by="Jonas"),
            Given({"choose": "pauldron"}, refused="cannot_pay"),
            Given({"cards": [{"card": "x-wing"}, {}]}),
            Given({"take_back": True}),
        ),
        says=("It moves.",),
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("title: Two\n", "it lacks 'edition'"),
        (HEAD + "play: []\nwho: me\n", "the recording cannot have who"),
        (HEAD + "table: {size: 2}\nplay: []\n", "table cannot have size"),
        (HEAD + "play: [{Petra: move}]\n", "step 1 names nobody of Mina, Jonas"),
        (HEAD + "play: [{Mina: move, by: Petra}]\n", "step 1 is by Petra, who has no seat"),
        (HEAD + "play: [{Mina: move, dice: 4}]\n", "step 1 cannot have dice"),
        (HEAD + "play: [{show: hands}]\n", "step 1 can show checklist or table, not hands"),
        (
            HEAD + "play: [{Mina: move, answers: [{roll: 4, choose: keep}]}]\n",
            "an answer of step 1 says not exactly one of "
            "['amount', 'cards', 'choose', 'effects', 'facts', 'roll']",
        ),
        (
            HEAD + "play: [{Mina: move, answers: [{say: 4}]}]\n",
            "an answer of step 1 cannot have say",
        ),
        (HEAD + "play: []\ntitle: Three\n", "title stands twice, at line 1"),
        (HEAD + "play: [{Mina: tell, params: {on: B}}]\n", "True is no text, at line 4"),
    ],
)
def test_a_recording_is_refused_with_the_place(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(Unreadable) as error:
        read(tmp_path, text)

    assert str(error.value) == f"two.yaml: {fault}"


def test_a_file_that_is_no_yaml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"^two.yaml: while parsing"):
        read(tmp_path, "play: [")


def test_the_demo_names_the_recordings_it_has() -> None:
    with pytest.raises(CommandError, match=r"^there is no recording matinee; there are evening"):
        call_command("demo", game="matinee")


def test_the_demo_says_which_file_is_missing(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^none.yaml: .*No such file"):
        call_command("demo", game=str(tmp_path / "none.yaml"))
