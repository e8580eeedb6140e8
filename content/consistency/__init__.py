"""What no single model can see: whether the parts of a pack fit each other.

It knows no edition. What the core's topics and registered rules are is handed in, because content
does not import the rules.
"""

from __future__ import annotations

from collections.abc import Collection

from content.consistency.board import problems_in_board
from content.consistency.box import problems_in_box
from content.consistency.readings import problems_in_readings
from content.consistency.references import problems_in_references
from content.schema.pack import Pack

__all__ = ["problems_in"]


def problems_in(
    pack: Pack, *, topics: Collection[str] = (), rule_names: Collection[str] | None = None
) -> list[str]:
    """Everything about a pack that does not fit, in a stable order; an empty list if it is sound.

    Args:
        pack: The pack, read and valid by itself.
        topics: What the core cites; each must be a key of the edition's `cites`.
        rule_names: The registered rules; None leaves `rule:` unchecked.
    """
    return [
        *problems_in_box(pack),
        *problems_in_board(pack),
        *problems_in_references(pack, topics, rule_names),
        *problems_in_readings(pack),
    ]
