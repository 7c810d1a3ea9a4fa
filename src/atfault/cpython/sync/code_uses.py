"""Which names code uses, and what of that stands in it by other means than names.

    self.stop.set(); getattr(self, "on_" + word)()     stop, set, getattr, on_; any other name (ANY)

The code of functions, classes and lambdas inside of it is part of it. A name that is used as a
method is told from one of a variable: `set()` ends no wait.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from atfault.cpython.frames.bytecode import Body, Instruction
from atfault.cpython.frames.code import Code
from atfault.cpython.sync.sync_world import World
from atfault.errors import MemoryFault
from atfault.model.waits import ENDINGS

_MAX_CONSTANTS = 500
_MAX_DEPTH = 20
"""Of functions in functions."""
METHODS = ("LOAD_ATTR", "LOAD_METHOD")
_SPECIAL = {"GET_ANEXT": "__anext__"}
SPECIAL = frozenset(_SPECIAL.values())
OF_WITH = frozenset(("__enter__", "__exit__", "__aenter__", "__aexit__"))
"""What is called of an object by `with` alone, or by what contextlib was given it for."""
_OPS_OF_WITH = frozenset(
    ("BEFORE_WITH", "BEFORE_ASYNC_WITH", "SETUP_WITH", "SETUP_ASYNC_WITH", "LOAD_SPECIAL")
    + ("WITH_EXCEPT_START", "WITH_CLEANUP_START")
)
ANY = "*"
"""Stands for all names: of code that asks for attributes by a name that it makes."""
_BY_TEXT = frozenset(("getattr", "methodcaller", "attrgetter"))
_COMPUTED = frozenset(
    ("eval", "exec", "import_module", "__import__", "globals", "vars", "__subclasses__")
    + ("get_objects", "get_referrers", "_current_frames")
)
"""What finds things by names that are not in the code."""
_SILENT = (
    "LOAD_FAST",
    "LOAD_GLOBAL",
    "LOAD_DEREF",
    "LOAD_NAME",
    "LOAD_ATTR",
    "PUSH_NULL",
    "PRECALL",
)
"""Between a name and the call of that: what puts its arguments there."""


class Uses(NamedTuple):
    """What code uses, with the functions in it."""

    names: frozenset[str]
    """Of variables, attributes, methods and modules; ANY for those that it makes."""
    ends: frozenset[str]
    """Those of ENDINGS among them that it uses as methods."""
    is_whole: bool


_CUT_OFF = Uses(frozenset(), frozenset(), False)


class CodeUses:
    """Reads code of one process; the results are kept."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[int, Uses] = {}

    def of(self, code: Code, start: int = 0) -> Uses:
        """Of what it does from offset `start` on."""
        return self._read(code, start, 0) if start else self._of(code, 0)

    def _of(self, code: Code, depth: int) -> Uses:
        known = self._known.get(code.info.address)
        if known is None:
            self._known[code.info.address] = _CUT_OFF  # for code that has itself inside
            known = _CUT_OFF if depth > _MAX_DEPTH else self._read(code, 0, depth)
            self._known[code.info.address] = known
        return known

    def _read(self, code: Code, start: int, depth: int) -> Uses:
        world, body = self._world, self._world.bytecode.body(code)
        uses = set(world.bytecode.names(code))
        left = [] if body is None else [one for one in body.instructions if one.offset >= start]
        if body is not None and start:
            # A name that no instruction here has is one that is imported.
            uses -= {name for one in body.instructions for name in body.named(one)}
            uses |= used_variables(body, start)
        if body is None or any(one.name in _OPS_OF_WITH for one in left):
            uses |= OF_WITH
        ends = uses & ENDINGS
        is_whole = not uses & _COMPUTED
        if body is not None:
            ends = {name for one in left if one.name in METHODS for name in body.named(one)}
            ends |= special_calls(left)
            ends &= ENDINGS
        constants = self._constants(code)
        if uses & _BY_TEXT:
            texts_at = [world.reader.text(one, 100) for one in constants]
            ends |= ENDINGS.intersection(texts_at)
            uses |= {text for text in texts_at if text.isidentifier()}
            uses |= {ANY} if body is None or _computes(body, texts_at) else set()
        if body is not None and start:
            indices = {one.argument for one in left if one.name == "LOAD_CONST"}
            constants = [one for index, one in enumerate(constants) if index in indices]
        for one in constants:
            inner = world.runtime.codes.get(one) if world.reader.type_name(one) == "code" else None
            if inner is not None and inner is not code:
                found = self._of(inner, depth + 1)
                uses |= found.names
                ends |= found.ends
                is_whole = is_whole and found.is_whole
        return Uses(frozenset(uses), frozenset(ends), is_whole)

    def _constants(self, code: Code) -> list[int]:
        codes = self._world.runtime.codes
        try:
            return self._world.reader.items(codes.word(code, "co_consts"), _MAX_CONSTANTS)
        except (MemoryFault, ValueError, KeyError):
            return []


def special_calls(instructions: Iterable[Instruction]) -> set[str]:
    """The special methods that they call without a name: `async for`."""
    return {_SPECIAL[one.name] for one in instructions if one.name in _SPECIAL}


def used_variables(body: Body, start: int) -> set[str]:
    """The names that it loads from offset `start` on."""
    left = (one for one in body.instructions if one.offset >= start)
    return {name for one in left if "LOAD_" in one.name for name in body.named(one)}


def _loads_method(body: Body, one: Instruction) -> bool:
    return one.name == "LOAD_ATTR" and body.minor >= 12 and bool(one.argument & 1)


def _computes(body: Body, texts: list[str]) -> bool:
    """Whether it asks for an attribute by a name that is not written there. texts: the constants,
    "" for one that is no text."""
    asks = has_text = False
    for one in body.instructions:
        if "LOAD_" in one.name and not _BY_TEXT.isdisjoint(body.named(one)):
            asks, has_text = True, False
        elif asks and one.name == "LOAD_CONST":
            has_text = has_text or (one.argument < len(texts) and bool(texts[one.argument]))
        elif asks and one.name.startswith("CALL"):
            if not has_text or one.argument not in (2, 3):
                return True
            asks = False
        elif asks and (one.name not in _SILENT or _loads_method(body, one)):
            return True
    return False
