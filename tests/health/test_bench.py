"""That the benchmark runs and reports as agreed; how fast anything is, no test asserts."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.rules.actions.base import kinds
from tests.health.files import ROOT

LINE = re.compile(r"[a-z][a-z0-9_]* \d[\d.e+-]* (<=|>=)\d[\d.]*")
ASKED_FOR = {
    "action_p50", "action_log_5000", "table_log_5000", "table_bytes_5000", "eight_phones_p99",
    "six_seats_unexplained", "engine", "etag_poll", "table_view", "database_is_locked",
    "answers_5xx", "random_games_per_second", "random_moves_per_second",
    "report_html", "report_pdf",
}  # fmt: skip
# What writes to the log and is no action of its own.
BESIDES = ("question", "answer", "undo", "redo")


@pytest.mark.timeout(600)
def test_the_benchmark_prints_a_line_a_figure_and_keeps_the_same(tmp_path: Path) -> None:
    out = tmp_path / "bench.json"
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--tiny", "--out", str(out)],
        cwd=ROOT,
        env={**os.environ, "BENCH_STRICT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    kept = json.loads(out.read_text())
    assert [set(figure) for figure in kept] == [{"name", "ratio", "op", "goal"}] * len(lines)
    told = [f"{f['name']} {f['ratio']:g} {f['op']}{f['goal']}" for f in kept]
    assert told == lines
    assert {figure["name"] for figure in kept} >= ASKED_FOR
    assert {figure["name"] for figure in kept} >= {f"action_{k}" for k in (*kinds(), *BESIDES)}
    assert any(figure["name"].startswith("slowest_action_") for figure in kept)
    # Whatever the machine is busy with, these hold.
    held = {figure["name"]: figure["ratio"] for figure in kept}
    assert held["database_is_locked"] == held["answers_5xx"] == held["six_seats_unexplained"] == 0
