"""What code that may be called can touch, and which methods it calls, as far as its names tell.

    lambda number, frame: service.stop()      names: service, stop
        service ── __dict__ ── .stopped       an object that it can touch
        Service.stop                          a method of that, under a name that is used
            self.stopped.set()                names: stopped, set

The walk goes breadth first, through the variables and attributes that functions name, what they
close over, and the methods that objects met so far have under the names used so far; special
methods, which operators and `with` call, and all of a class that derives from a package's, or where
code looks them up by getattr(), which may be called under any name. The standard
library's own functions, and those of schedulers, are not gone into: they do to an object what
their name says, and are given it. Neither are event loops and loggers, which lead to everything
that a program has. It is bounded; `is_whole` tells whether it came to its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from atfault.cpython.frames.code import Code
from atfault.cpython.sync.loop_timers import EVENT_LOOP
from atfault.cpython.sync.sync_world import World
from atfault.cpython.values.reachable import children
from atfault.cpython.values.type_objects import TypeInfo
from atfault.errors import MemoryFault
from atfault.model.roles import is_package, is_standard_code, package_name

_MAX_OBJECTS = 2_000
_MAX_DEPTH = 64
_MAX_NAMES = 100
_PLAIN = frozenset(
    ("NoneType", "bool", "int", "float", "complex", "str", "bytes", "bytearray", "code", "range")
)
"""Types of what leads nowhere."""
_HUBS = (EVENT_LOOP, "logging.Logger", "logging.Manager", "trio._core._run.Runner")
"""Types of what leads to all tasks, or all loggers, by no code of the program's own."""
SCHEDULERS = ("trio", "anyio", "gevent", "eventlet", "greenlet", "outcome", "sniffio")
"""Packages whose functions do what their name says, as those of asyncio do."""


LOOKS_UP = frozenset(("getattr", "globals", "vars", "eval", "exec", "__dict__", "methodcaller"))
"""What finds functions by names that no code has."""
_MAKE = ("__init__", "__new__")
"""What an object that there is was made by."""
_WRAPPERS = ("staticmethod", "classmethod", "property")
_MAX_IN_CLASS = 2_000
_MAX_BASES = 30
_FROM_BASE_TO_MRO = 88
"""Bytes from tp_base to tp_mro (Include/cpython/object.h), of all releases."""


class Reach(NamedTuple):
    """What code can touch and call."""

    objects: frozenset[int]
    """Addresses."""
    names: frozenset[str]
    """Of the variables, attributes and methods that it uses."""
    is_whole: bool


def reach(
    world: World,
    roots: Iterable[int],
    *,
    by_name: bool = True,
    names: Iterable[str] = (),
    looks_up: bool = False,
    running: Iterable[tuple[Code, int, int]] = (),
) -> Reach:
    """What is reached from these functions, methods and objects; by_name: also what their code
    names, and not merely what they are bound to, close over and have. names: those that are used
    from the start; looks_up: whether methods are, too, under names that are made up. running: code
    of frames, the address of the dict of its globals, and the offset from which on it goes on."""
    walk = _Walk(world, by_name)
    walk.names.update(names)
    walk.looks_up = looks_up
    level = [*roots, *(one for each in running for one in walk.of_code(*each))]
    for _ in range(_MAX_DEPTH):
        level = [one for one in dict.fromkeys(level) if one and one not in walk.seen]
        if not level or len(walk.seen) + len(level) > _MAX_OBJECTS:
            break
        walk.seen.update(level)
        level = [part for one in level for part in walk.parts(one)]
        level += walk.under_names() if by_name else ()
    return Reach(frozenset(walk.seen), frozenset(walk.names), is_whole=not level)


class _Walk:
    def __init__(self, world: World, by_name: bool) -> None:
        self._world = world
        self._by_name = by_name
        self.seen: set[int] = set()
        self.names: set[str] = set()
        self.looks_up = False
        """Whether the program's own code calls methods by names that it makes up."""
        self._opened: set[int] = set()
        """Dicts of the classes of which all methods were followed."""
        self._closed: set[tuple[int, bool, bool]] = set()
        """(dict, looks_up, whether it is made) of those of which the special ones were."""
        self._made: set[int] = set()
        """Dicts of the classes that were met themselves, so that objects may be made of them."""
        self._classes: dict[int, TypeInfo] = {}
        """By the address of the dict: of the objects that were met, or classes met themselves."""
        self._modules: set[int] = set()
        self._asked: dict[int, frozenset[str]] = {}
        """Dict of a class or module → the names that were looked up there."""

    def parts(self, address: int) -> Iterator[int]:
        """What an object leads to by itself."""
        reader = self._world.reader
        info = reader.type(address)
        if info is None or info.name in _PLAIN or reader.is_a(address, *_HUBS):
            return
        bound = reader.bound_to(address)
        if bound:
            self.names.add(reader.function_name(address))
            yield bound
            if reader.is_a(address, "method"):
                yield reader.word(address + reader.structs["PyMethodObject"]["im_func"])
        elif reader.is_a(address, "function"):
            yield from self._of_function(address)
        elif reader.is_a(address, "functools.partial"):
            yield from parts_of_partial(self._world, address)
        elif reader.is_a(address, "module"):
            self._modules.add(reader.word(address + reader.structs["PyModuleObject"]["md_dict"]))
        elif reader.is_a(address, "type"):
            made = reader.class_at(address)
            self._meet(made)
            self._made.update(() if made is None else (made.dict_address,))
        elif info.name in _WRAPPERS:
            words = (reader.word(address + at) for at in (16, 24, 32))
            yield from (word for word in words if reader.is_a(word, "function"))
        else:
            self._meet(info)
            yield from (child for _, child in children(reader, address))

    def under_names(self) -> Iterator[int]:
        """Methods of the classes, and variables of the modules, that were met, under the names that
        are used."""
        reader, names = self._world.reader, self._world.names
        for at, info in list(self._classes.items()):
            yield from reader.class_attributes(info, self._fresh(at))
            yield from self._called_anyway(at, info)
        for at in self._modules:
            variables = names.globals_at(at)
            yield from (variables[name] for name in variables.keys() & self._fresh(at))

    def _fresh(self, at: int) -> set[str]:
        fresh = self.names - self._asked.get(at, frozenset())
        if fresh:
            self._asked[at] = frozenset(self.names)
        return fresh

    def _called_anyway(self, at: int, info: TypeInfo) -> Iterator[int]:
        """Methods of a class of the program's own that are called under names which no code has."""
        key = at, self.looks_up, at in self._made
        if at in self._opened or key in self._closed:
            return
        space = self._world.reader.names_in(at, _MAX_IN_CLASS)
        if not self._is_own(space):
            self._opened.add(at)
            return
        is_open = self.looks_up or self._derives(info)
        if is_open:
            self._opened.add(at)
        self._closed.add(key)
        left_out = () if at in self._made else _MAKE
        special = {name for name, _ in space if name.startswith("__") and name not in left_out}
        yield from (value for name, value in space if is_open or name in special)

    def _is_own(self, space: list[tuple[str, int]]) -> bool:
        """Whether a class, by its variables, has functions of the program's own."""
        codes = (self._world.code_of(value) for _, value in space)
        first = next((one for one in codes if one is not None), None)
        return first is not None and self._world.is_mine_file(first.info.filename)

    def _derives(self, info: TypeInfo) -> bool:
        """Whether a base of it, object aside, is not the program's own."""
        base = info.base
        while base is not None and base.name != "object":
            space = self._world.reader.names_in(base.dict_address, _MAX_IN_CLASS)
            if not base.from_class_statement or not self._is_own(space):
                return True
            base = base.base
        return False

    def _meet(self, info: TypeInfo | None) -> None:
        if info is None or not info.from_class_statement or info.dict_address in self._classes:
            return
        self._classes[info.dict_address] = info
        reader = self._world.reader
        at = info.address + reader.structs["PyTypeObject"]["tp_base"] + _FROM_BASE_TO_MRO
        for base in reader.items(reader.word(at), _MAX_BASES):
            other = reader.class_at(base)
            if other is not None and other.from_class_statement:
                self._classes.setdefault(other.dict_address, other)

    def _of_function(self, function: int) -> Iterator[int]:
        """What it closes over, its defaults, and the global variables that it names."""
        world, reader = self._world, self._world.reader
        code = world.code_of(function)
        if code is None:
            return
        fields = reader.structs["PyFunctionObject"]
        yield from reader.cells(function, _MAX_NAMES)
        yield from reader.items(reader.word(function + fields["func_defaults"]), _MAX_NAMES)
        yield from self.of_code(code, reader.word(function + fields["func_globals"]))

    def of_code(self, code: Code, home: int, start: int = 0) -> Iterator[int]:
        """The global variables that code names from offset `start` on. home: address of the dict of
        these."""
        world, file = self._world, code.info.filename
        if not self._by_name or is_plain_code(file):
            return
        try:
            used = world.runtime.codes.names_used(code)
        except (MemoryFault, ValueError):
            return
        body = world.bytecode.body(code) if start else None
        if body is not None:
            left = (one for one in body.instructions if one.offset >= start)
            later = {name for one in left for name in body.named(one)}
            used = [name for name in used if name in later]
        self.names.update(used)
        if not self.looks_up and world.is_mine_file(file):
            self.looks_up = not LOOKS_UP.isdisjoint(used)
        variables = world.names.globals_at(home)
        yield from (variables[name] for name in used if name in variables)


def is_plain_code(file: str) -> bool:
    """Whether functions of that file do to what they are given what their name says: those of the
    standard library, and of schedulers."""
    if is_package(file):
        return package_name(file) in SCHEDULERS
    return is_standard_code(file)


def parts_of_partial(world: World, partial: int) -> list[int]:
    """The function of a functools.partial, and its positional arguments."""
    at = partial + world.runtime.offsets["PyObject"]["sizeof"]
    return [world.reader.word(at), world.reader.word(at + 8)]
