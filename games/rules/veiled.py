"""Numbers read off dice that nobody has looked at yet: comparing them turns the dice over as far as needed.

Odds play a rule with such numbers for dice. Whether `mine > theirs` is then a question, answered once
each way, and all throws that the rule does not tell apart are one case: what matters of a roll (its
faces, its sum, its rank beside another) is found out by what the rule does with it.
"""

from __future__ import annotations

from typing import Protocol

# A die or a number named, by its place on the way, and how often it counts.
Terms = tuple[tuple[int, int], ...]


class Decider(Protocol):
    """Whoever knows which way the dice are taken to lie at the moment."""

    def is_so(self, terms: Terms, plus: int, *, exactly: bool) -> bool:
        """Whether a sum of dice is 0 or more; `exactly`: whether it is 0."""
        ...

    def side(self, terms: Terms, plus: int) -> int:
        """Whether a sum of dice is more than 0 (1), 0 (0) or less (-1)."""
        ...

    def pinned(self, terms: Terms, plus: int) -> int:
        """The one value of a sum of dice, once everything about it has to be known."""
        ...


class Veiled:
    """A sum of dice, each counted so many times, and a number.

    It behaves as an int would; what cannot be done without knowing its value makes it known.
    """

    __slots__ = ("decider", "plus", "terms")

    def __init__(self, decider: Decider, terms: Terms, plus: int = 0) -> None:
        self.decider = decider
        self.terms = terms
        self.plus = plus

    # ------------------------------------------------------------ sums stay veiled

    def __add__(self, other: int | Veiled) -> Veiled:
        if isinstance(other, Veiled):
            return self._with(other, 1)
        if isinstance(other, int):
            return Veiled(self.decider, self.terms, self.plus + other) if other else self
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other: int | Veiled) -> Veiled:
        if isinstance(other, Veiled):
            return self._with(other, -1)
        if isinstance(other, int):
            return Veiled(self.decider, self.terms, self.plus - other)
        return NotImplemented

    def __rsub__(self, other: int) -> Veiled:
        return -self + other

    def __neg__(self) -> Veiled:
        return self * -1

    def __pos__(self) -> Veiled:
        return self

    def __mul__(self, other: int) -> Veiled:
        if not isinstance(other, int):
            return NotImplemented
        terms = tuple((die, times * other) for die, times in self.terms) if other else ()
        return Veiled(self.decider, terms, self.plus * other)

    __rmul__ = __mul__

    def __abs__(self) -> Veiled:
        return self if self >= 0 else -self

    def _with(self, other: Veiled, sign: int) -> Veiled:
        if not other.terms:
            return Veiled(self.decider, self.terms, self.plus + sign * other.plus)
        if self.terms and self.terms[-1][0] < other.terms[0][0]:
            # Dice thrown later stand behind those thrown before.
            added = other.terms if sign == 1 else tuple((die, -by) for die, by in other.terms)
            return Veiled(self.decider, self.terms + added, self.plus + sign * other.plus)
        times = dict(self.terms)
        for die, count in other.terms:
            times[die] = times.get(die, 0) + sign * count
        terms = tuple(sorted(term for term in times.items() if term[1]))
        return Veiled(self.decider, terms, self.plus + sign * other.plus)

    # ------------------------------------------------------------ comparing turns dice over

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        less = self - other
        return self.decider.is_so(less.terms, less.plus, exactly=True)

    def __ne__(self, other: object) -> bool:
        equal = self.__eq__(other)
        return NotImplemented if equal is NotImplemented else not equal

    def __ge__(self, other: int | Veiled) -> bool:
        less = self - other
        return self.decider.is_so(less.terms, less.plus, exactly=False)

    def __gt__(self, other: int | Veiled) -> bool:
        less = self - other
        return self.decider.is_so(less.terms, less.plus - 1, exactly=False)

    def __le__(self, other: int | Veiled) -> bool:
        return not self > other

    def __lt__(self, other: int | Veiled) -> bool:
        return not self >= other

    def __bool__(self) -> bool:
        return not self.decider.is_so(self.terms, self.plus, exactly=True)

    # ------------------------------------------------------------ what needs the value

    def __int__(self) -> int:
        return self.decider.pinned(self.terms, self.plus)

    __index__ = __int__

    def __hash__(self) -> int:
        return hash(int(self))

    def __floordiv__(self, other: int) -> int:
        return int(self) // other

    def __mod__(self, other: int) -> int:
        return int(self) % other

    def __str__(self) -> str:
        return str(int(self))

    def __format__(self, spec: str) -> str:
        return format(int(self), spec)

    def __repr__(self) -> str:
        return f"Veiled({self.terms}, {self.plus})"


_NUMBERS = (int, Veiled)


def compared(one: int, other: int) -> int:
    """Whether one score is higher than another (1), level with it (0) or lower (-1).

    It says in one question what `>` and `==` say in two: where dice are veiled, each is a fork.

    >>> compared(7, 9)
    -1
    """
    less = one - other
    if isinstance(less, Veiled):
        return less.decider.side(less.terms, less.plus)
    return (less > 0) - (less < 0)


def unveiled(value: object) -> object:
    """The same, with every veiled number in it known, also in tuples."""
    if type(value) is Veiled:
        return int(value)
    if type(value) is tuple:
        return tuple([unveiled(part) for part in value])
    return value
