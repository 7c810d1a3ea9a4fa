"""The calls that a function makes, in terms of its variables: what `acquired` looks up.

    self.locks[name].acquire()    of ("item", ("attribute", ("variable", "self"), "locks"),
                                      ("variable", "name")), method "acquire", given ()

One straight walk through the bytecode keeps what is on the value stack, as far as it consists of
names, attributes, subscripts and constants; whatever else an instruction does empties it.
"""

from collections import Counter
from typing import NamedTuple

from atfault.cpython.frames.bytecode import Body, Expression, Instruction

_SUBSCRIPT = 26
"""Argument of BINARY_OP (NB_SUBSCR, from 3.14 on)."""
_SILENT = ("NOP", "EXTENDED_ARG", "RESUME", "PRECALL", "NOT_TAKEN", "TO_BOOL")
CALLS = ("CALL", "CALL_METHOD", "CALL_FUNCTION", "CALL_KW", "CALL_FUNCTION_KW")
_VARIABLES = ("LOAD_FAST", "LOAD_NAME", "LOAD_GLOBAL", "LOAD_DEREF")
_GETTERS = ("get", "setdefault")
_MAX_DEPTH = 12
"""Of attributes of attributes."""


class Call(NamedTuple):
    offset: int
    of: Expression | None
    """The object whose method is called; of a function, the function. ("result", offset) when that
    call returned it; None when it is neither that, nor a variable, nor made of one."""
    method: str
    """"" for a function."""
    given: tuple[Expression | None, ...] | None
    """Arguments; None where some have keywords."""
    done_at: int
    """Offset of the instruction behind which the call has returned, or has been awaited."""
    is_awaited: bool = False

    @property
    def parts(self) -> frozenset[object]:
        """What all of this consists of, as `Scan.stores` has it."""
        found = set(parts_of(self.of))
        for one in self.given or ():
            found |= parts_of(one)
        return frozenset(found)


class Scan(NamedTuple):
    calls: list[Call]
    stores: dict[int, list[object]]
    """Offset → what the instruction there assigns to: variables, ".attribute", or the expression of
    a container."""
    tests: dict[int, tuple[int, bool]]
    """Offset of a jump → (offset of the call whose result is asked, whether it jumps for a true
    one)."""

    assigned: set[object]
    """All of these."""
    values: dict[str, Expression]
    """What variables stand for that are assigned to once."""
    iterated: dict[int, Expression]
    """Offset of the head of a `for` → what it goes through."""

    def assigns(self, start: int, end: int) -> Counter[object]:
        """How often the instructions from `start` to `end` assign to what."""
        return Counter(
            one for at, found in self.stores.items() if start <= at <= end for one in found
        )


def scan(body: Body) -> Scan:
    """All calls in the order of the bytecode."""
    return _Walk(body).scan()


def parts_of(what: Expression | None) -> set[object]:
    """What an expression consists of, as `Scan.stores` has it."""
    if what is None:
        return set()
    if what[0] in ("variable", "global"):
        return {what[1]}
    if what[0] == "attribute":
        return {f".{what[2]}"} | parts_of(what[1])
    if what[0] == "item":
        return {what[1]} | parts_of(what[1]) | parts_of(what[2])
    return set()


def spelled(what: Expression | None) -> str:
    """As the source has it: "self.rows", "rows[…]"; "" for what has no name."""
    if what is None:
        return ""
    if what[0] in ("variable", "global"):
        return str(what[1])
    if what[0] == "attribute":
        owner = spelled(what[1])
        return f"{owner}.{what[2]}" if owner else ""
    if what[0] == "item":
        owner = spelled(what[1])
        return f"{owner}[…]" if owner else ""
    return ""


def _depth(what: Expression | None) -> int:
    """0 for what is not known, the result of a call for instance."""
    if what is None or what[0] == "result":
        return 0
    return 1 + max([_depth(one) for one in what if isinstance(one, tuple)], default=0)


class _Walk:
    def __init__(self, body: Body) -> None:
        self._body = body
        self._stack: list[Expression | None] = []
        self._found = Scan([], {}, {}, set(), {}, {})
        self._has_keywords = False
        self._times = Counter(name for one in body.instructions for name in body.stored(one))

    def scan(self) -> Scan:
        all_ = self._body.instructions
        targets = {one.target for one in all_} | {target for _, _, target in self._body.handlers}
        for index, one in enumerate(all_):
            if one.offset in targets:
                self._stack.clear()
            head = all_[index + 1] if index + 1 < len(all_) else one
            if head.name == "FOR_ITER" and not one.name and self._stack and self._stack[-1]:
                self._found.iterated[head.offset] = self._stack[-1]  # behind GET_ITER
            if one.name == "GET_AWAITABLE":
                self._await(index)
            elif one.name in CALLS:
                self._call(one)
            elif "_IF_TRUE" in one.name or "_IF_FALSE" in one.name:
                self._test(one)
            elif "STORE_" in one.name or "DELETE_" in one.name or "_CLEAR" in one.name:
                self._store(one)
            elif one.name == "POP_TOP":
                self._pop()
            elif one.name == "KW_NAMES":
                self._has_keywords = True
            elif one.name not in _SILENT:
                self._load(one)
        return self._found

    def _pop(self) -> Expression | None:
        return self._stack.pop() if self._stack else None

    def _load(self, one: Instruction) -> None:
        stack, named = self._stack, self._body.named(one)
        if one.name.startswith(_VARIABLES):
            kind = "global" if one.name == "LOAD_GLOBAL" else "variable"
            is_called = kind == "global" and self._body.minor >= 11 and one.argument & 1
            if is_called and self._body.minor <= 12:
                stack.append(None)
            stack += [(kind, name) for name in named]
            if is_called and self._body.minor >= 13:
                stack.append(None)
        elif one.name in ("LOAD_CONST", "LOAD_SMALL_INT"):
            stack.append(("const" if one.name == "LOAD_CONST" else "int", one.argument))
        elif one.name in ("PUSH_NULL", "LOAD_COMMON_CONSTANT"):
            stack.append(None)
        elif one.name in ("LOAD_ATTR", "LOAD_METHOD"):
            owner = self._pop()
            is_result = owner is not None and owner[0] == "result"
            owner = owner if is_result or 0 < _depth(owner) < _MAX_DEPTH else None
            stack.append(("attribute", owner, named[0]))
            if one.name == "LOAD_METHOD" or (self._body.minor >= 12 and one.argument & 1):
                stack.append(None)
        elif one.name == "BINARY_SUBSCR" or (
            one.name == "BINARY_OP" and one.argument == _SUBSCRIPT
        ):
            key, container = self._pop(), self._pop()
            is_known = 0 < _depth(container) < _MAX_DEPTH and 0 < _depth(key) < _MAX_DEPTH
            stack.append(("item", container, key) if is_known else None)
        elif one.name == "BUILD_SLICE":
            for _ in range(one.argument):
                self._pop()
            stack.append(None)
        else:
            stack.clear()

    def _store(self, one: Instruction) -> None:
        body, stored = self._body, self._found.stores.setdefault(one.offset, [])
        if one.name in ("STORE_ATTR", "DELETE_ATTR"):
            stored.append(f".{body.named(one)[0]}")
            self._stack.clear()
        elif one.name in ("STORE_SUBSCR", "DELETE_SUBSCR", "STORE_SLICE"):
            self._pop()
            if one.name == "STORE_SLICE":
                self._pop()
            stored.append(self._pop())
            self._stack.clear()
        else:
            names = body.stored(one)
            for name in names if one.name.startswith("STORE") else ():
                value = self._pop()
                if value is not None and self._times[name] == 1:
                    self._found.values[name] = value
            stored += names
            self._stack += [("variable", name) for name in body.named(one)[len(names) :]]
            if one.name == "LOAD_FAST_AND_CLEAR":
                self._stack.clear()
        self._found.assigned.update(stored)

    def _test(self, one: Instruction) -> None:
        asked = self._pop()
        call = None
        if asked is not None and asked[0] != "result":
            asked = self._found.values.get(asked[1])
        if asked is not None and asked[0] == "result":
            call = asked[1]
        if call is not None:
            self._found.tests[one.offset] = (call, "_IF_TRUE" in one.name)

    def _call(self, one: Instruction) -> None:
        has_keywords = self._has_keywords or one.name in ("CALL_KW", "CALL_FUNCTION_KW")
        self._has_keywords = False
        if one.name in ("CALL_KW", "CALL_FUNCTION_KW"):
            self._pop()
        given = tuple([self._pop() for _ in range(one.argument)][::-1])
        called = self._pop()
        if one.name in ("CALL", "CALL_METHOD", "CALL_KW"):
            called = self._pop() or called
        result: Expression | None = None
        if called is not None:
            of, method = called[1:] if called[0] == "attribute" else (called, "")
            call = Call(one.offset, of, method, None if has_keywords else given, one.offset)
            self._found.calls.append(call)
            result = ("result", one.offset)
            if method in _GETTERS and 0 < _depth(of) < _MAX_DEPTH and given and given[0]:
                result = ("item", of, given[0])
        self._stack.append(result)

    def _await(self, index: int) -> None:
        """3.8-3.10  GET_AWAITABLE   LOAD_CONST   YIELD_FROM
        3.11+        GET_AWAITABLE   LOAD_CONST   SEND → behind   YIELD_VALUE …"""
        calls, following = self._found.calls, self._body.instructions[index + 1 : index + 5]
        waits = [one for one in following if one.target is not None or one.name == "YIELD_FROM"]
        if waits and self._pop() == ("result", calls[-1].offset if calls else -1):
            behind = waits[0].target or waits[0].following
            calls[-1] = calls[-1]._replace(done_at=behind, is_awaited=True)
        self._stack.clear()
