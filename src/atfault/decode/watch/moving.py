"""Numbers that move away from turn to turn of a loop, and what is so of them for ever.

    dose        1.1, 1.2, 1.3 …           from 1.3 on it only grows: dose != 1.0 in each turn
    fare[Brae]  -7, -9, -11 …             -11 - 2n in the n-th period
    fare[Coll]  -4, -6, -8 …              -8 - 2n, so fare[Brae] + 3 <= fare[Coll] in each of them

An integer that changes by the same in each period is known to the last; of any other number, where
it was, and to which side it goes. What does not follow for all periods raises NotKnown.
"""

from __future__ import annotations

import math
from typing import Any


class NotKnown(Exception):
    """What comes of it does not depend on plain values alone."""


class Moving:
    """at + n * by in the n-th period; where that is not exact, somewhere beyond `at`, or there, on
    the side that the sign of `by` tells. Compared as all its values are."""

    __slots__ = ("at", "by", "is_exact")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, at: float, by: float, is_exact: bool) -> None:
        self.at, self.by, self.is_exact = at, by, is_exact

    def leads_on(self, later: Any) -> bool:
        """Whether that is what a period has made of it, in all periods."""
        other = _as_moving(later)
        if other is None or type(other.at) is not type(self.at):
            return False
        if self.is_exact:
            return other.is_exact and other.by == self.by and other.at == self.at + self.by
        side = math.copysign(1, self.by)
        return side * other.by >= 0 and side * (other.at - self.at) >= 0

    def __neg__(self) -> Moving:
        return Moving(-self.at, -self.by, self.is_exact)

    def __add__(self, other: Any) -> Any:
        one, two = self, _known(other)
        at = _finite(one.at + two.at)
        if one.is_exact and two.is_exact and isinstance(at, int):
            by = one.by + two.by
            return Moving(at, by, True) if by else at
        if one.by * two.by < 0 or _may_overflow(one, two):
            raise NotKnown
        return Moving(at, one.by or two.by, False)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        two = _known(other)
        if two.by or not two.at or _may_overflow(self, two):
            raise NotKnown
        is_exact = self.is_exact and isinstance(two.at, int)
        by = self.by * two.at if is_exact else math.copysign(self.by, self.by * two.at)
        return Moving(_finite(self.at * two.at), by, is_exact)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        two = _known(other)
        if two.by or two.at <= 0 or _may_overflow(self, Moving(1.0, 0, True)):
            raise NotKnown
        return Moving(_finite(self.at / two.at), self.by, False)

    def __floordiv__(self, other: Any) -> Any:
        two = _known(other)
        if two.by or two.at <= 0 or not isinstance(self.at, int) or not isinstance(two.at, int):
            raise NotKnown
        is_exact = self.is_exact and self.by % two.at == 0
        return Moving(self.at // two.at, self.by // two.at if is_exact else self.by, is_exact)

    def __mod__(self, other: Any) -> Any:
        two = _known(other)
        if two.by or not self.is_exact or not isinstance(two.at, int) or self.by % two.at:
            raise NotKnown
        return self.at % two.at

    # --- comparisons ---

    def __eq__(self, other: object) -> bool:
        if _as_moving(other) is None:
            return False
        side, is_apart = self._side_of(other)
        if not is_apart and side:
            raise NotKnown
        return not side

    def __lt__(self, other: Any) -> bool:
        return self._is_on(-1, other)

    def __gt__(self, other: Any) -> bool:
        return self._is_on(1, other)

    def __le__(self, other: Any) -> bool:
        return not self._is_on(1, other)

    def __ge__(self, other: Any) -> bool:
        return not self._is_on(-1, other)

    def __bool__(self) -> bool:
        return self != 0

    def _is_on(self, wanted: int, other: Any) -> bool:
        side, is_apart = self._side_of(other)
        if side == wanted and not is_apart:
            raise NotKnown
        return side == wanted

    def _side_of(self, other: Any) -> tuple[int, bool]:
        """(on which side of it all its values lie, or 0 where the two are the same; whether none of
        them touches it)."""
        two = _known(other)
        is_exact = self.is_exact and two.is_exact
        by: float = self.by - two.by if is_exact else self.by or -two.by
        if not is_exact and self.by * two.by > 0:
            raise NotKnown
        side = (self.at > two.at) - (self.at < two.at)
        if not by:
            return side, True
        if side * by < 0:
            raise NotKnown  # they come nearer
        return (side, True) if side else (1 if by > 0 else -1, False)


def _as_moving(it: Any) -> Moving | None:
    """A plain number stays where it is."""
    if isinstance(it, Moving):
        return it
    return Moving(it, 0, True) if isinstance(it, bool | int | float) and it == it else None


def _known(it: Any) -> Moving:
    known = _as_moving(it)
    if known is None:
        raise NotKnown
    return known


def _finite(number: float) -> float:
    if isinstance(number, float) and not math.isfinite(number):
        raise NotKnown
    return number


def _may_overflow(one: Moving, two: Moving) -> bool:
    """Whether an integer that may become too large for a float would be made one, which raises."""
    for each, other in ((one, two), (two, one)):
        if isinstance(each.at, int) and not each.is_exact and isinstance(other.at, float):
            return True
    return False
