"""How high the value stack of a frame is at an instruction, told from the bytecode alone.

A running frame does not write down the top of its value stack (before 3.14), and above the top lie
stale words. But the compiler gives each instruction one height, whatever way leads to it:

    np.zeros(n)     offset  before
    LOAD_GLOBAL np      0        0
    LOAD_ATTR zeros     2        1      ← (3.8) what it puts there and takes away is in
    LOAD_FAST n         4        1        stack_effects.py, by instruction and argument
    CALL_FUNCTION 1     6        2      slots 0 and 1 are live: zeros, n

So execution is followed from the first instruction along all ways until the wanted one is reached.
Where two ways disagree (in a `finally` of 3.8, whose stack really has two heights) nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from atfault.cpython.frames.stack_effects import TABLES

_CAN_BE_RESUMED = 0x20 | 0x80 | 0x200
"""Flags of the code of generators, coroutines and asynchronous generators."""
_MAX_STEPS = 100_000


class StackHeights:
    """Heights in the bytecode of one minor version. caches: number → code units of inline cache."""

    def __init__(self, minor: int, caches: Mapping[int, int], extended: Iterable[int]) -> None:
        self._minor = minor
        effects, flow = TABLES[minor]
        self.effects = {number: effect for effect, all in effects.items() for number in all}
        self._forward = frozenset(flow["forward"])
        self._backward = frozenset(flow["backward"])
        self._absolute = frozenset(flow["absolute"])
        self.ends = frozenset(flow["end"])
        self._caches = caches
        self._extended = frozenset(extended)

    def heights(
        self,
        code: bytes,
        flags: int,
        handlers: Sequence[tuple[int, int, int, int]] = (),
        wanted: int = -1,
    ) -> dict[int, int]:
        """Offset → height of the stack before the instruction there, of all that are reached, or of
        `wanted` alone; those on which two ways disagree are left out.

        code: bytecode, specialized or not. flags: co_flags. handlers: (start, end, target, height)
        in bytes from the exception table, 3.11 and later.
        """
        first = 1 if 10 <= self._minor <= 12 and flags & _CAN_BE_RESUMED else 0
        found: dict[int, int] = {}
        disputed: set[int] = set()
        # The ordinary ways first: then what is left are handlers of exceptions.
        pending = [(0, first)]
        later = [(target, height) for _, _, target, height in reversed(handlers)]
        if self._minor <= 8:
            disputed = _finally_bodies(self.instructions(code, 0))
        steps = 0
        while (pending or later) and steps < _MAX_STEPS:
            start, height = pending.pop() if pending else later.pop()
            for offset, number, argument, following in self.instructions(code, start):
                steps += 1
                known = found.get(offset)
                if known is not None:
                    if known != height:
                        disputed.add(offset)
                    break
                found[offset] = height
                if offset == wanted and offset not in disputed:
                    return {offset: height}
                effect = self.effects.get(number)
                if effect is None:
                    break
                target = self.target(number, argument, following)
                if target is not None:
                    entry = (target, height + _change(effect, argument, True))
                    (later if effect[0] != effect[2] and effect[2] >= 4 else pending).append(entry)
                height += _change(effect, argument, False)
                if height < 0 or number in self.ends:
                    break
        return {offset: height for offset, height in found.items() if offset not in disputed}

    def target(self, number: int, argument: int, following: int) -> int | None:
        """Where the instruction jumps to, if it does; None for one that does not jump."""
        unit = 2 if self._minor >= 10 else 1
        if number in self._forward:
            return following + unit * argument
        if number in self._backward:
            return following - unit * argument
        if number in self._absolute:
            return unit * argument
        return None

    def instructions(self, code: bytes, start: int) -> Iterator[tuple[int, int, int, int]]:
        """(offset, number, argument, offset of the next one) from `start` on."""
        at, high = start, 0
        while 0 <= at < len(code) - 1:
            number, argument = code[at], code[at + 1] | high
            following = at + 2 + 2 * self._caches.get(number, 0)
            yield at, number, argument, following
            high = argument << 8 & 0xFFFFFFFF if number in self._extended else 0
            at = following


def _change(effect: tuple[int, int, int, int] | tuple[str, int], argument: int, jump: bool) -> int:
    """By how much an instruction changes the height."""
    if len(effect) == 4:
        base, step = effect[2:] if jump else effect[:2]
        return base + step * argument
    rule, base = effect
    if rule == "+bit0":
        return base + (argument & 1)
    if rule == "-bit0":
        return base - (argument & 1)
    if rule == "-bits":
        return base - bin(argument & 15).count("1")
    if rule == "slice":
        return -2 if argument == 3 else -1
    if rule == "format":
        return -1 if argument & 4 else 0
    return (argument & 0xFF) + (argument >> 8)


_BEGIN_FINALLY, _END_FINALLY, _SETUPS = 53, 88, (122, 143, 154)


def _finally_bodies(instructions: Iterator[tuple[int, int, int, int]]) -> set[int]:
    """3.8: offsets inside of `finally` bodies, and of what leaves a `with`: they are entered with
    one word on the stack or with six. Each SETUP_… has one END_FINALLY, so they pair up."""
    inside: set[int] = set()
    open_setups: list[int] = []
    for offset, number, _, _ in instructions:
        if open_setups:
            inside.add(offset)
        if number == _BEGIN_FINALLY:
            open_setups.append(0)
        elif open_setups and number in _SETUPS:
            open_setups[-1] += 1
        elif open_setups and number == _END_FINALLY:
            if open_setups[-1]:
                open_setups[-1] -= 1
            else:
                open_setups.pop()
    return inside
