"""What has happened on every way through a function to one of its instructions.

    lock.acquire()     a token from here on
    if flag:
        lock.release() none on this way
    work()             none: not every way has it

A token is handed out where a call has returned, or on the way where its result is true; it ends
where its lock is given back, and where something is assigned to that the call spoke of, since its
expression means something else then. Of a `for` that is over, a call may stand for those of all its
rounds: what they have taken is there behind it. Jumps, loops and handlers of exceptions are
followed.
"""

import functools
import types
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from atfault.cpython.frames.bytecode import Body, Instruction
from atfault.cpython.frames.calls import Call, Scan

_MAX_ROUNDS = 30
_MAX_STEPS = 1_000_000
"""Of one round: instructions, each with all handlers and calls."""
ANY = 0
"""In place of a lock: one that cannot be told."""


class Token(NamedTuple):
    lock: int
    call: int
    """Offset of the call that took it."""


Tokens = frozenset[Token]
_NONE: Tokens = frozenset()


class Effect(NamedTuple):
    """What a call does to locks, by their addresses."""

    taken: frozenset[int] = frozenset()
    if_true: frozenset[int] = frozenset()
    """Taken where the result is true."""
    perhaps: frozenset[int] = frozenset()
    """Taken on some way through the function that is called."""
    given_back: frozenset[int] = frozenset()
    """Perhaps; may have ANY in it."""


class Over(NamedTuple):
    """A `for` that has gone through all that it goes through, which was something."""

    variable: object
    """That it assigns to."""
    calls: frozenset[int]
    """Offsets of those in it whose effects are known of each round."""


def _common(one: Tokens, other: Tokens) -> Tokens:
    """Those of the locks that are taken on both ways."""
    locks = {token.lock for token in one} & {token.lock for token in other}
    return frozenset(token for token in one | other if token.lock in locks)


def _without(tokens: Tokens, locks: Collection[int]) -> Tokens:
    return frozenset(token for token in tokens if token.lock not in locks)


class Ways:
    """Through one function."""

    def __init__(
        self,
        body: Body,
        scan: Scan,
        effects: dict[int, Effect],
        over: Mapping[int, "Over"] = types.MappingProxyType({}),
    ) -> None:
        """effects: of calls, by their offsets; those of others are left out. over: by the offsets
        of their heads, loops with calls whose effects are those of all rounds together."""
        self.before: dict[int, Tokens] = {}
        """Offset of an instruction → the tokens before it; of those that are reached."""
        self._again: dict[int, Tokens] = {}
        """Offset of the head of a loop → the tokens at the end of each of its rounds."""
        self._body = body
        self._scan = scan
        self._effects = effects
        self._calls = {call.offset: call for call in scan.calls if call.offset in effects}
        self._done: dict[int, list[Call]] = {}
        for call in self._calls.values():
            self._done.setdefault(call.done_at, []).append(call)
        self._parts = {at: call.parts for at, call in self._calls.items()}
        # Before 3.11, what lies between a SETUP_FINALLY and the handler is its body.
        setups = [
            (one.following, one.target, one.target)
            for one in body.instructions
            if one.name.startswith("SETUP_") and one.target is not None
        ]
        self._handlers = [*body.handlers, *setups]
        calls = [(at, loop.variable) for loop in over.values() for at in loop.calls]
        self._parts.update((at, self._parts[at] - {variable}) for at, variable in calls)
        self._left: dict[int, Tokens] = {}
        """Head of such a loop → the tokens that its rounds leave behind it."""
        self._follow()
        for head, loop in over.items():
            again = self._again.get(head, _NONE)
            self._left[head] = frozenset(token for token in again if token.call in loop.calls)
        if over:  # who leaves a loop by `break` has not gone through all of it
            none = frozenset[int]()
            self._effects = effects | {at: effects[at]._replace(taken=none) for at, _ in calls}
            self.before.clear()
            self._follow()

    def returned(self) -> Tokens:
        """The tokens that are there wherever the function returns."""
        ends = [
            self.before[one.offset]
            for one in self._body.instructions
            if one.name in ("RETURN_VALUE", "RETURN_CONST") and one.offset in self.before
        ]
        return functools.reduce(_common, ends) if ends else _NONE

    def standing_before(self, here: int) -> Tokens:
        """The tokens of calls that stand before the instruction `here`, with nothing between that
        would end them: some way leads through them."""
        tokens: Tokens = _NONE
        for one in self._body.instructions:
            if one.offset < here:
                tokens = self._after(one, tokens)
                for call in self._done.get(one.offset, ()):
                    perhaps = self._effects[call.offset].perhaps
                    tokens |= {Token(lock, call.offset) for lock in perhaps}
        return tokens

    def earlier_rounds(self, here: int) -> Iterator[tuple[str, Token]]:
        """(variable, token) of what each earlier round of a `for` that the instruction `here` is in
        has taken by means of the variable that the loop assigns to."""
        for head in self._body.instructions:
            end, start = head.target or 0, head.following
            variables = self._scan.stores.get(start, ())
            if head.name != "FOR_ITER" or not start <= here < end or len(variables) != 1:
                continue
            if any(self._effects[at].given_back for at in self._effects if start <= at < end):
                continue
            assigned = self._scan.assigns(start, end - 1)
            for token in self._again.get(head.offset, _NONE):
                parts = self._parts[token.call]
                is_own = start <= token.call < end and variables[0] in parts
                if is_own and sum(assigned[one] for one in parts) == 1:
                    yield str(variables[0]), token

    def _follow(self) -> None:
        """Nothing is told where that takes too long."""
        steps = len(self._body.instructions) * (1 + len(self._handlers) + len(self._calls))
        if self._body.is_traced or not 0 < steps < _MAX_STEPS:
            return
        self.before[0] = _NONE
        for _ in range(_MAX_ROUNDS):
            self._again.clear()
            if not sum(self._pass(one) for one in self._body.instructions):
                return
        self.before.clear()

    def _pass(self, one: Instruction) -> bool:
        """Follow one instruction; whether something changed that lies before it."""
        tokens = self.before.get(one.offset)
        if tokens is None:
            return False
        changed = [
            self._reach(one, target, tokens)
            for start, end, target in self._handlers
            if start <= one.offset < end
        ]
        tokens = self._after(one, tokens)
        following = jumping = tokens
        asked, is_true = self._scan.tests.get(one.offset, (-1, True))
        effect = self._effects.get(asked)
        if effect is not None:
            gained = tokens | {Token(lock, asked) for lock in effect.if_true}
            following, jumping = (tokens, gained) if is_true else (gained, tokens)
        if one.target is not None:
            jumping = jumping | self._left.get(one.offset, _NONE)
            changed.append(self._reach(one, one.target, jumping))
        if not one.is_end:
            # 3.8: what a `finally` does before it comes back is not followed.
            following = _NONE if one.name == "CALL_FINALLY" else following
            changed.append(self._reach(one, one.following, following))
        return any(changed)

    def _after(self, one: Instruction, tokens: Tokens) -> Tokens:
        for stored in self._scan.stores.get(one.offset, ()):
            tokens = _without(tokens, {t.lock for t in tokens if stored in self._parts[t.call]})
        for call in self._done.get(one.offset, ()):
            effect = self._effects[call.offset]
            if ANY in effect.given_back:
                tokens = _NONE
            tokens = _without(tokens, effect.given_back)
            tokens |= {Token(lock, call.offset) for lock in effect.taken}
        return tokens

    def _reach(self, one: Instruction, target: int, tokens: Tokens) -> bool:
        before, again = self.before, self._again
        if target <= one.offset and target in before:
            again[target] = _common(again[target], tokens) if target in again else tokens
        known = before.get(target)
        before[target] = tokens if known is None else _common(known, tokens)
        return before[target] != known and target <= one.offset
