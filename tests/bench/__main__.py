"""Measures, prints one line a figure, and keeps the lines in a file.

With BENCH_STRICT=1 a missed goal ends in failure; otherwise it is only told.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from tests.bench.client import Phone
from tests.bench.figures import FULL, TINY, Bench, figures
from tests.bench.measuring import Figure
from tests.bench.server import ROOT, Served


def main() -> int:
    arguments = parsed()
    var = ROOT / "var"
    var.mkdir(exist_ok=True)
    # Beside the database of play, since the disk is part of what is measured.
    found = []
    with tempfile.TemporaryDirectory(dir=var, prefix="bench-") as own, Served(Path(own)) as served:
        for figure in figures(Bench(Phone(served.port), TINY if arguments.tiny else FULL)):
            print(figure.line(), flush=True)
            found.append(figure)
    arguments.out.write_text(json.dumps([figure.to_json() for figure in found], indent=1) + "\n")
    return told(found)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--tiny", action="store_true", help="measure hardly anything")
    parser.add_argument("--out", type=Path, default=ROOT / "var" / "bench.json")
    return parser.parse_args()


def told(found: list[Figure]) -> int:
    missed = [figure.name for figure in found if not figure.is_met]
    if missed:
        print(f"Missed: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed and os.environ.get("BENCH_STRICT") == "1" else 0


if __name__ == "__main__":
    sys.exit(main())
