"""Locks that a function has taken by acquire() on every way to where it is, and not given back.

    locks.py:5    self.locks[name].acquire()      ("item", ("attr", ("local", "self"), "locks"),
    locks.py:6    work()   ← here                          ("local", "name"))

Each way through the bytecode is followed: jumps, loops, handlers of exceptions. A lock counts where
each of them has taken it; a result that is asked (`if lock.acquire(timeout=1):`) counts on the way
where it was true. Assigning to a variable that its expression consists of ends it, since the
expression then means something else; so does giving it back. What could still undo it (another
expression may stand for the same lock, a function may release it) is handed on in `others`.

A call of a function that may take a lock for its caller (`self.lock(name)`) counts as one, too,
with what it was given; `left` tells what such a function leaves locked.

In `for name in names: self.locks[name].acquire()` the locks of the earlier rounds have been taken
as well; they are told by the items that the iterator has handed out (`Rounds`).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from atfault.cpython.frames.lock_facts import (
    Expression,
    Facts,
    Taken,
    common,
    forget,
    mentions,
    note,
    result_in,
)
from atfault.cpython.frames.value_stack import StackHeights
from atfault.cpython.opcodes import load

_MAX_STEPS = 50_000
_CAN_BE_RESUMED = 0x20 | 0x80 | 0x200
"""Flags of the code of generators, coroutines and asynchronous generators."""
_SIGNS = {0: "+", 2: "//", 5: "*", 6: "%", 10: "-"}
_SUBSCRIPT = 26
"""Arguments of BINARY_OP (Include/opcode.h: NB_ADD …; NB_SUBSCR from 3.14 on)."""
_OLD_SIGNS = {
    **{"BINARY_ADD": "+", "BINARY_SUBTRACT": "-"},
    **{"BINARY_MULTIPLY": "*", "BINARY_MODULO": "%"},
}
_SCOPES = {
    **{"LOAD_FAST": "local", "LOAD_FAST_CHECK": "local", "LOAD_FAST_BORROW": "local"},
    **{"LOAD_DEREF": "cell", "LOAD_GLOBAL": "global", "LOAD_NAME": "name"},
}
_COMMON = {9: 1, 10: 0, 11: -1}
"""Arguments of LOAD_COMMON_CONSTANT that stand for numbers, 3.15 and later (True, False, -1)."""
_PAIRS = ("LOAD_FAST_LOAD_FAST", "LOAD_FAST_BORROW_LOAD_FAST_BORROW")
_STORES = ("STORE_FAST", "STORE_NAME", "STORE_GLOBAL", "STORE_DEREF", "LOAD_FAST_AND_CLEAR")
_DELETES = ("DELETE_FAST", "DELETE_NAME", "DELETE_GLOBAL", "DELETE_DEREF")
_SILENT = ("NOP", "EXTENDED_ARG", "RESUME", "PRECALL", "NOT_TAKEN", "TO_BOOL")
_SETUPS = ("SETUP_FINALLY", "SETUP_WITH", "SETUP_ASYNC_WITH")
_CALLS = ("CALL", "CALL_METHOD", "CALL_FUNCTION", "CALL_KW", "CALL_FUNCTION_KW")
_CHANGING = frozenset(
    (
        "pop",
        "popitem",
        "popleft",
        "clear",
        "update",
        "insert",
        "remove",
        "reverse",
        "sort",
        "rotate",
    )
)
"""Methods after which another lock may lie where one was."""


class Body(NamedTuple):
    """A function's code, as its code object has it."""

    raw: bytes
    flags: int
    names: list[str]
    """co_names"""
    variables: list[str]
    """Of the slots that LOAD_FAST counts; before 3.11 without the cells."""
    cells: list[str]
    """Of the slots that LOAD_DEREF counts."""
    handlers: Sequence[tuple[int, int, int, int]]
    """(start, end, target, height), in bytes; 3.11 and later."""


class Rounds(NamedTuple):
    """Locks of the earlier rounds of a `for`."""

    taken: Taken
    variable: str
    """That the loop assigns to."""
    height: int
    """Of the value stack, up to and with the iterator (3.15: and what comes with it)."""


class SurelyTaken:
    """Follows the ways through the bytecode of one minor version."""

    def __init__(self, minor: int) -> None:
        self._minor = minor
        numbers, units = load(minor)
        self._names = {number: name for name, found in numbers.items() for number in found}
        caches = {number: count for count, found in units.items() for number in found}
        self._heights = StackHeights(minor, caches, numbers["EXTENDED_ARG"])

    def at(self, body: Body, lasti: int) -> tuple[list[Taken], list[Rounds]] | None:
        """The locks that are taken when the instruction at byte `lasti` begins, in the order in
        which they were; None where the ways cannot be followed."""
        walk = _Walk(self._minor, self._names, self._heights, body)
        if not walk.follow():
            return None
        here = max((offset for offset in walk.before if offset <= lasti), default=-1)
        facts = walk.before.get(here)
        if facts is None or walk.following.get(here, 0) <= lasti:
            return None
        found = [one for what, one in facts.items() if what[0] != "result"]
        found.sort(key=lambda one: one.offset)
        return found, list(self._rounds(walk, body, here))

    def left(self, body: Body) -> list[Taken] | None:
        """The locks that are taken on every way to a `return`; in terms of variables that nothing
        in the function assigns to. None where the ways cannot be followed."""
        if body.flags & _CAN_BE_RESUMED:
            return []
        walk = _Walk(self._minor, self._names, self._heights, body)
        if not walk.follow():
            return None
        shared: Facts | None = None
        for offset in walk.returns():
            facts = walk.before.get(offset)
            if facts is not None:
                shared = dict(facts) if shared is None else common(shared, facts)
        found = shared or {}
        for variable in walk.assigned:
            forget(found, variable)
        return [one for what, one in found.items() if what[0] != "result"]

    def _rounds(self, walk: "_Walk", body: Body, here: int) -> Iterator[Rounds]:
        heights: dict[int, int] = {}
        for start, (variable, end) in walk.loops().items():
            back = walk.back.get(start)
            if back is None or not start < here <= end:
                continue
            if any(start < offset <= end for offset in walk.releases):
                continue
            assigned = walk.assigned_in(start, end)
            if assigned.count(variable) > 1:
                continue
            heights = heights or self._heights.heights(body.raw, body.flags, body.handlers)
            height = heights.get(start, 0)
            for what, taken in back.items():
                if what[0] in ("result", "called") or any(
                    one != variable and mentions(taken.lock, one) for one in assigned
                ):
                    continue  # it meant something else in an earlier round
                if taken.offset > start and mentions(taken.lock, variable) and height:
                    yield Rounds(taken, variable, height)


class _Walk:
    """Through one function."""

    def __init__(
        self, minor: int, names: dict[int, str], heights: StackHeights, body: Body
    ) -> None:
        self._minor = minor
        self._heights = heights
        self._body = body
        self._all = [
            (offset, names.get(number, ""), number, argument, following)
            for offset, number, argument, following in heights.instructions(body.raw, 0)
        ]
        self._index = {one[0]: index for index, one in enumerate(self._all)}
        self.following = {one[0]: one[4] for one in self._all}
        self.before: dict[int, Facts] = {}
        """Offset → what is taken before the instruction there."""
        self.back: dict[int, Facts] = {}
        """Offset of a FOR_ITER → what is taken at the end of each of its rounds."""
        self.releases: set[int] = set()
        """Offsets of calls of release()."""
        self.assigned: set[str] = set()
        """Variables that it assigns to."""
        self._has_keywords = False
        self._targets: set[int] = set()
        self._todo: list[int] = []
        self._stack: list[Expression | None] = []

    def follow(self) -> bool:
        """Whether all ways could be followed."""
        effects, ends = self._heights.effects, self._heights.ends
        for _, name, number, argument, following in self._all:
            if number not in effects or name.startswith("INSTRUMENTED_"):
                return False
            target = self._heights.target(number, argument, following)
            if target is not None:
                self._targets.add(target)
        self._targets.update(target for _, _, target, _ in self._body.handlers)
        self._reach(-1, 0, {})
        steps = 0
        while self._todo:
            at = self._todo.pop()
            facts = dict(self.before[at])
            self._stack = []
            for index in range(self._index[at], len(self._all)):
                offset, name, number, argument, following = self._all[index]
                steps += 1
                if steps > _MAX_STEPS:
                    return False
                if offset != at:
                    if offset in self._targets:
                        self._reach(self._all[index - 1][0], offset, facts)
                        break
                    self.before[offset] = dict(facts)
                self._raises(offset, facts)
                target = self._heights.target(number, argument, following)
                jumped = self._step(offset, name, argument, facts)
                if target is not None:
                    if name in _SETUPS:
                        jumped = self._kept(jumped, offset, target)
                    self._reach(offset, target, jumped)
                if number in ends:
                    break
        return True

    def loops(self) -> dict[int, tuple[str, int]]:
        """Offset of a FOR_ITER → (the variable it assigns to, where its last round ends)."""
        found = {}
        for index, (offset, name, number, argument, following) in enumerate(self._all):
            end = self._heights.target(number, argument, following)
            if name != "FOR_ITER" or end is None or index + 1 >= len(self._all):
                continue
            _, stores, _, slot, _ = self._all[index + 1]
            if stores in ("STORE_FAST", "STORE_NAME"):
                found[offset] = (self._variable(stores, slot), end - 1)
            elif stores == "STORE_FAST_LOAD_FAST":
                found[offset] = (self._slot(slot >> 4), end - 1)
        return found

    def assigned_in(self, start: int, end: int) -> list[str]:
        """Variables, one for each instruction from `start` to `end` that assigns to them."""
        found = []
        for offset, name, _, argument, _ in self._all:
            if start <= offset <= end and (name in _STORES or name in _DELETES):
                found.append(self._variable(name, argument))
            elif start <= offset <= end and name.startswith("STORE_FAST_"):
                found.append(self._slot(argument >> 4))
                if name == "STORE_FAST_STORE_FAST":
                    found.append(self._slot(argument & 15))
        return found

    def returns(self) -> list[int]:
        """Offsets of the instructions that return."""
        return [one[0] for one in self._all if one[1] in ("RETURN_VALUE", "RETURN_CONST")]

    # --- ways ---

    def _reach(self, start: int, offset: int, facts: Facts) -> None:
        """A way leads from `start` to `offset`: there, what all ways have in common is known."""
        if offset not in self._index:
            return
        if start > offset and self._all[self._index[offset]][1] == "FOR_ITER":
            known = self.back.get(offset)
            self.back[offset] = dict(facts) if known is None else common(known, facts)
        known = self.before.get(offset)
        merged = dict(facts) if known is None else common(known, facts)
        if merged != known:
            self.before[offset] = merged
            self._todo.append(offset)

    def _raises(self, offset: int, facts: Facts) -> None:
        """The handler of an exception that the instruction may raise (3.11 and later)."""
        for start, end, target, _ in self._body.handlers:
            if start <= offset < end:
                self._reach(offset, target, facts)
                break

    def _kept(self, facts: Facts, start: int, end: int) -> Facts:
        """Of what is taken at a SETUP_FINALLY, what its body does not touch (before 3.11: what
        lies between it and the handler is the body)."""
        kept = dict(facts)
        self_stack, self._stack = self._stack, []
        for index in range(self._index[start] + 1, len(self._all)):
            offset, name, _, argument, _ = self._all[index]
            if offset >= end:
                break
            if name in ("LOAD_METHOD", "LOAD_ATTR") and self._name(argument) == "release":
                kept.clear()
            if name not in _SETUPS:
                self._step(offset, name, argument, kept)
        self._stack = self_stack
        for lock in [one for one in kept if one not in facts]:
            del kept[lock]
        return kept

    # --- instructions ---

    def _step(self, offset: int, name: str, argument: int, facts: Facts) -> Facts:
        """Changes `facts` to what holds behind the instruction; what holds where it jumps to."""
        stack = self._stack
        if name in _CALLS:
            self._call(offset, name, argument, facts)
        elif "_IF_TRUE" in name or "_IF_FALSE" in name:
            asked = self._pop()
            if asked is not None and asked[0] == "taken":
                jumped = dict(facts)
                taken = Taken(asked[1], asked[2], frozenset())
                (jumped if "_IF_TRUE" in name else facts)[asked[1]] = taken
                return jumped
        elif name in _STORES or name in _DELETES:
            value = self._pop() if name.startswith("STORE") else None
            variable = self._variable(name, argument)
            self._assign(facts, variable)
            if name == "STORE_FAST" and value is not None and value[0] == "taken":
                facts["result", variable] = Taken(value[1], value[2], frozenset())
            if name == "LOAD_FAST_AND_CLEAR":
                stack.append(None)
        elif name in ("STORE_FAST_LOAD_FAST", "STORE_FAST_STORE_FAST"):
            value, variable = self._pop(), self._slot(argument >> 4)
            self._assign(facts, variable)
            if name == "STORE_FAST_LOAD_FAST":
                if value is not None and value[0] == "taken":
                    facts["result", variable] = Taken(value[1], value[2], frozenset())
                stack.append(result_in(facts, ("local", self._slot(argument & 15))))
            else:
                self._pop()
                self._assign(facts, self._slot(argument & 15))
        elif name in ("STORE_ATTR", "DELETE_ATTR"):
            stack.clear()
            forget(facts, self._name(argument), is_attribute=True)
        elif name in ("STORE_SUBSCR", "DELETE_SUBSCR"):
            self._pop()
            note(facts, ("stored", self._pop()))
            stack.clear()
        elif name == "CALL_FINALLY":
            jumped = dict(facts)
            facts.clear()  # what the `finally` does, before it comes back, is not followed
            return jumped
        elif name == "POP_TOP":
            self._pop()
        elif name == "KW_NAMES":
            self._has_keywords = True
        elif self._loaded(name, argument):
            if stack and name in _SCOPES:
                stack[-1] = result_in(facts, stack[-1])
        elif name not in _SILENT:
            stack.clear()
        return facts

    def _assign(self, facts: Facts, variable: str) -> None:
        self.assigned.add(variable)
        forget(facts, variable)

    def _loaded(self, name: str, argument: int) -> bool:
        """Whether it only puts something onto the stack, or makes something of what is there."""
        stack = self._stack
        if name in _SCOPES:
            stack += self._of_scope(name, argument)
        elif name in _PAIRS:
            stack += (("local", self._slot(argument >> 4)), ("local", self._slot(argument & 15)))
        elif name in ("LOAD_CONST", "LOAD_SMALL_INT"):
            stack.append(("const" if name == "LOAD_CONST" else "int", argument))
        elif name == "LOAD_COMMON_CONSTANT":
            known = argument in _COMMON
            stack.append(("int", _COMMON[argument]) if known else ("common", argument))
        elif name == "PUSH_NULL":
            stack.append(None)
        elif name in ("LOAD_ATTR", "LOAD_METHOD"):
            owner = self._pop()
            is_method = name == "LOAD_METHOD" or (self._minor >= 12 and argument & 1)
            attribute = self._name(argument >> 1 if self._minor >= 12 else argument)
            stack.append(None if owner is None else ("attr", owner, attribute))
            if is_method:
                stack.append(None)
        elif name == "BUILD_TUPLE":
            parts = [self._pop() for _ in range(argument)][::-1]
            stack.append(None if None in parts else ("tuple", *parts))
        elif name == "BINARY_SUBSCR" or (name == "BINARY_OP" and argument == _SUBSCRIPT):
            self._binary("item", "")
        elif name in _OLD_SIGNS or name == "BINARY_OP":
            self._binary("op", _OLD_SIGNS.get(name) or _SIGNS.get(argument, ""))
        else:
            return False
        return True

    def _of_scope(self, name: str, argument: int) -> list[Expression | None]:
        variable = self._variable(name, argument)
        loaded: list[Expression | None] = [(_SCOPES[name], variable) if variable else None]
        if name == "LOAD_GLOBAL" and self._minor >= 11 and argument & 1:
            loaded.insert(0 if self._minor <= 12 else 1, None)
        return loaded

    def _binary(self, kind: str, sign: str) -> None:
        right, left = self._pop(), self._pop()
        if left is None or right is None or (kind == "op" and not sign):
            self._stack.append(None)
        else:
            self._stack.append(("op", sign, left, right) if sign else (kind, left, right))

    def _call(self, offset: int, name: str, argument: int, facts: Facts) -> None:
        has_keywords = self._has_keywords or name in ("CALL_KW", "CALL_FUNCTION_KW")
        self._has_keywords = False
        if name in ("CALL_KW", "CALL_FUNCTION_KW"):
            self._pop()
        given = [self._pop() for _ in range(argument)][::-1]
        called = self._pop()
        if name in ("CALL", "CALL_METHOD", "CALL_KW"):
            called = self._pop() or called
        result: Expression | None = None
        if called is not None:
            result = self._result(offset, called, given, has_keywords, facts)
        self._stack.append(result)

    def _result(
        self,
        offset: int,
        called: Expression,
        given: list[Expression | None],
        has_keywords: bool,
        facts: Facts,
    ) -> Expression | None:
        """Notes the call down; what it returns, where that is of use."""
        method = called[2] if called[0] == "attr" else ""
        if method == "acquire" and not given:
            facts[called[1]] = Taken(called[1], offset, frozenset())
            return None
        if called == ("global", "len") and len(given) == 1 and given[0] is not None:
            return ("len", given[0])
        if method == "release":
            self.releases.add(offset)
            facts.pop(called[1], None)
            note(facts, ("release", called[1]))
        if method in _CHANGING:
            note(facts, ("stored", called[1]))
        note(facts, ("call", called[1], method) if method else ("call", called, ""))
        if method in ("get", "setdefault") and given and given[0] is not None:
            return ("item", called[1], given[0])
        known = [one for one in given if one is not None]
        if len(known) == len(given) and not has_keywords and method != "release":
            whole = ("called", called, *known)
            facts[whole] = Taken(whole, offset, frozenset())
        return ("taken", called[1], offset) if method == "acquire" else None

    def _pop(self) -> Expression | None:
        return self._stack.pop() if self._stack else None

    # --- names ---

    def _name(self, index: int) -> str:
        return self._body.names[index] if index < len(self._body.names) else ""

    def _slot(self, index: int) -> str:
        return self._body.variables[index] if index < len(self._body.variables) else ""

    def _variable(self, name: str, argument: int) -> str:
        if "_GLOBAL" in name or "_NAME" in name:
            is_shifted = name == "LOAD_GLOBAL" and self._minor >= 11
            return self._name(argument >> 1 if is_shifted else argument)
        if "_DEREF" in name:
            return self._body.cells[argument] if argument < len(self._body.cells) else ""
        return self._slot(argument)
