#!/usr/bin/env python
"""Operator's commands: `python manage.py help` lists them."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "talisman_companion.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415  (after the line above)

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
