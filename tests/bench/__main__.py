"""Measures, prints one line a figure, and keeps the lines in a file.

With BENCH_STRICT=1 a missed goal ends in failure; otherwise it is only told.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from tests.bench.client import Phone
from tests.bench.figures import FULL, TINY, Bench, figures
from tests.bench.measuring import Figure
from tests.bench.server import ROOT, served


def main() -> int:
    arguments = parsed()
    found = []
    with served() as port:
        for figure in figures(Bench(Phone(port), TINY if arguments.tiny else FULL)):
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
