"""The embedded server's child that writes files: it reads which, forks for each, and says how that went.

It loads the program once and forks, so that a file costs no start, gives its memory back, and may be
killed. Without anything to do for a while it leaves; when the server goes, it goes.
"""

from __future__ import annotations

import logging
import os
import select
import signal
import sys
from uuid import UUID

import django

IDLE = 60.0
LOOK_EVERY = 0.02
# Phones come first.
NICE = 5

log = logging.getLogger(__name__)


def main() -> None:
    """Read the ids of exports until there are no more; answer `taken`, then `ended` or `lost`."""
    # Ctrl-C is the server's to hear; its end is seen from here.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "talisman_companion.settings")
    django.setup()
    while select.select([sys.stdin], [], [], IDLE)[0]:
        line = sys.stdin.readline()
        if not line:
            return
        tell("taken")
        tell("ended" if written(UUID(line.strip())) else "lost")


def tell(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def written(export_id: UUID) -> bool:
    """Write one file in a process of its own; whether that came to its end by itself."""
    from games.services.export_runs import export_run  # noqa: PLC0415  (needs Django set up)

    pid = os.fork()
    if pid == 0:
        # The answer's pipe is not for what libraries print.
        os.dup2(2, 1)
        try:
            export_run(export_id)
        except BaseException:  # nothing may run the parent's program on
            log.exception("export %s broke", export_id)
            os._exit(1)
        os._exit(0)
    while True:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return status == 0 or handed_on(export_id)
        if select.select([sys.stdin], [], [], LOOK_EVERY)[0]:
            # Nothing is sent meanwhile, so it is the server's end.
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            handed_on(export_id)
            sys.exit(0)


def handed_on(export_id: UUID) -> bool:
    """Leave what was lost to the next attempt at once, without waiting for its lease; always False."""
    from django.db import connections  # noqa: PLC0415  (needs Django set up)

    from games.services.export_runs import export_hand_on  # noqa: PLC0415

    export_hand_on(export_id)
    # No connection may be carried over the next fork.
    connections.close_all()
    return False


if __name__ == "__main__":
    main()
