"""`manage.py rules coverage EDITION`: which rules of a ledger worked examples reach."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from content.coverage import coverage, examples
from content.library import UnknownEdition, pack


class Command(BaseCommand):
    """Prints how many rules are covered, after those that are not."""

    help = "Hold an edition's ledger against its worked examples: rules coverage EDITION"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to do, and with which edition."""
        parser.add_argument("what", choices=["coverage"])
        parser.add_argument("edition")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print rules and cases without examples, ids that do not exist, and last `N of M`."""
        try:
            ledger = pack(options["edition"]).ledger
        except UnknownEdition as error:
            raise CommandError(f"There is no edition {options['edition']}.") from error
        tests = Path(__file__).resolve().parents[3] / "tests"
        cases = tests / "cases" / options["edition"]
        if not cases.is_dir():
            raise CommandError(f"There are no worked examples for {options['edition']}.")
        found = coverage(ledger, cases, tests)
        for id_ in found.without:
            self.stdout.write(f"without an example: {id_}")
        for id_ in found.unknown:
            self.stdout.write(f"no such rule: {id_}")
        for case in found.open:
            self.stdout.write(f"not worked out: {case}")
        for what in (*found.stray, *found.one_sided):
            self.stdout.write(what)
        self.stdout.write(f"{sum(1 for _ in examples(cases))} examples")
        self.stdout.write(f"{found.cases - len(found.open)} of {found.cases} cases of the ledger")
        self.stdout.write(f"{len(found.covered)} of {found.total}")
        if not found.is_complete:
            raise CommandError("The examples do not reach everything.")
