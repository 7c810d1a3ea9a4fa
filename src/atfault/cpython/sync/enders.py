"""Which code of the program's own could end a wait in it, where a package's threads go on.

    main thread    gunicorn/workers/gthread.py    takes requests: runs no code of the user's
    worker         view(): done.wait()            a job of the user's, which a package has called

A thread that is in a package ends a wait for an object of the user's own by calling code of the
user's that does (another request), or because it was given that object. So what is looked for is

    code      `done.set()` in any function of the program's own modules, or of one on a stack
    objects   `done` in the variables of such a thread that it yet uses, and what these lead to

A function that is called by those alone who then wait here, too (the producer that the waiting
code has started, and that has ended since) is none of those; of a lock, whoever releases it after
an acquire() of its own would wait there first. Code that runs when a module is imported has run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from atfault.cpython.frames.bytecode import Body, ways
from atfault.cpython.frames.code import Code
from atfault.cpython.frames.frame_slots import namespace
from atfault.cpython.sync.code_uses import METHODS, SPECIAL, special_calls
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.cpython.values.dicts import find_key
from atfault.cpython.values.reachable import children, led_to
from atfault.errors import MemoryFault
from atfault.model.kinds import PYTHON_LOCKS
from atfault.model.roles import is_module_file, is_package
from atfault.model.stacks import PyFrame
from atfault.model.waits import Place, Wait

_KINDS = ("lock", "event", "queue", "semaphore", "condition")
_MAX_MODULES = 1 << 14
_MAX_OF_MODULE = 5_000
_MAX_OBJECTS = 20_000
"""That are looked at for functions; where there are more nothing is said."""
_MAX_CONSTANTS = 500
_MAX_WRAPPER = 128
"""Bytes of a staticmethod, property or the like that are searched for its function."""
_MAX_AT_HAND = 2_000
"""Objects that the variables of one thread lead to."""
_MAX_THREADS = 32
_PLAIN = frozenset(
    ("NoneType", "bool", "int", "float", "complex", "str", "bytes", "bytearray", "range", "module")
)
_CONTAINERS = ("dict", "list", "tuple", "set", "frozenset", "collections.deque")
_IN_FUNCTION = 3
"""CO_OPTIMIZED | CO_NEWLOCALS: of functions, and not of the code of modules and classes."""


class OwnFunction(NamedTuple):
    """A function of the program's own, or a piece of code in one."""

    code: Code
    module: int
    """Address of the dict of its module; 0 when unknown."""
    is_named: bool
    """It is known by its name alone: nothing but its module, or class, has it."""
    start: int = 0
    """Offset of the first instruction that may yet run: of a module's own code, which runs once."""


def with_enders(world: World, waits: dict[int, Wait], handlers: Iterable[int]) -> dict[int, Wait]:
    """The waits of jobs of the user's, with what could end them. handlers: what is called at
    signals."""
    asked = {tid: wait for tid, wait in waits.items() if _is_asked(world, tid, wait)}
    if not asked:
        return waits
    own = own_functions(world, handlers)
    if own is None:
        return waits
    return waits | {tid: _with_enders(world, own, wait) for tid, wait in asked.items()}


def own_functions(world: World, handlers: Iterable[int]) -> list[OwnFunction] | None:
    """Those of the program's own modules and on stacks, with what is called at signals; None where
    they cannot be read, or are too many. They are looked for once."""
    asked = tuple(handlers)
    if ("own", asked) not in world.kept:
        try:
            world.kept["own", asked] = OwnCode(world).all(asked)
        except (MemoryFault, ValueError):
            world.kept["own", asked] = None
    found: list[OwnFunction] | None = world.kept["own", asked]
    return found


def begin_of(code: Code) -> Place:
    """The first line of a function of the program's own."""
    return Place(code.info.filename, code.info.first_line, code.info.qualname, mine=True)


def _with_enders(world: World, own: list[OwnFunction], wait: Wait) -> Wait:
    enders = [one for one in own if may_end(world, one, wait)]
    enders = [one for one in enders if not _is_of_waiter(world, one, own, wait.tid)]
    names = tuple(dict.fromkeys(one.code.info.qualname for one in enders))
    bystanders = () if enders else tuple(_bystanders(world, wait))
    return wait._replace(enders=names, bystanders=bystanders)


def _is_asked(world: World, tid: int, wait: Wait) -> bool:
    """Whether a job of the user's waits for an object of Python's of its own."""
    view, resource = world.views.get(tid), wait.resource
    if view is None or resource.kind not in _KINDS or resource.shared is not None:
        return False
    mine = [index for index, frame in enumerate(view.frames) if view.is_mine(frame)]
    if not mine or not resource.address or view.packages():
        return False
    around = view.frames[mine[-1] + 1 :]
    if any(is_package(frame.code.filename) for frame in around):
        return True
    # Of an executor: what a thread was started to run is not called by `threading` itself.
    return tid != world.pid and bool(around) and not _is_threading(around[0])


def _is_threading(frame: PyFrame) -> bool:
    return is_module_file(frame.code.filename, "threading.py")


def may_end(world: World, one: OwnFunction, wait: Wait) -> bool:
    """Whether it calls a method that ends the wait, of what may be the thing that is waited for."""
    used = set(world.bytecode.names(one.code))
    if used.isdisjoint(wait.ended_by) and SPECIAL.isdisjoint(wait.ended_by):
        return False
    if wait.resource.kind in PYTHON_LOCKS and "acquire" in used:
        return False
    body = world.bytecode.body(one.code)
    if body is None:
        return True
    left = (each for each in body.instructions if each.offset >= one.start)
    if not special_calls(left).isdisjoint(wait.ended_by):
        return True
    before = None
    for instruction in body.instructions:
        may_run = instruction.offset >= one.start
        names = body.named(instruction) if may_run and instruction.name in METHODS else []
        if not set(wait.ended_by).isdisjoint(names):
            is_global = before is not None and before.name in ("LOAD_GLOBAL", "LOAD_NAME")
            named = body.named(before)[0] if before is not None and is_global else ""
            known = world.names.globals_at(one.module).get(named, 0) if named else 0
            if not known or known == wait.resource.address or _is_plain_module(world, known):
                return True
        before = instruction
    return False


def _is_plain_module(world: World, address: int) -> bool:
    """Whether it is a module, of which more is named behind it."""
    return world.reader.is_a(address, "module")


def _names(world: World, one: OwnFunction) -> set[str]:
    """Of what it may yet use."""
    body = world.bytecode.body(one.code) if one.start else None
    if body is None:
        return set(world.bytecode.names(one.code))
    left = (each for each in body.instructions if each.offset >= one.start)
    return {name for each in left for name in body.named(each)}


def _is_of_waiter(world: World, one: OwnFunction, own: list[OwnFunction], tid: int) -> bool:
    """Whether it is a function that nobody runs, and that only those call who wait here, too."""
    name, at = one.code.info.name, one.code.info.address
    frames = [frame for view in world.views.values() for frame in view.frames]
    if not one.is_named or any(frame.code.address == at for frame in frames):
        return False
    waiting = {frame.code.address: frame for frame in reversed(world.views[tid].frames)}
    callers = [other for other in own if other is not one and name in _names(world, other)]
    return bool(callers) and all(
        _waits_as_well(world, other.code, name, waiting.get(other.code.info.address))
        for other in callers
    )


def _waits_as_well(world: World, code: Code, name: str, frame: PyFrame | None) -> bool:
    """Whether whoever runs a function, and names that there, comes to where `frame` waits in it: a
    branch that does not would be for another one to take."""
    body = None if frame is None else world.bytecode.body(code)
    if frame is None or body is None:
        return False
    uses = [one.offset for one in body.instructions if name in body.named(one)]
    before = ways(body, 0, frame.lasti)
    return all(use not in before or not _ends_on(body, use, frame.lasti) for use in uses)


def _ends_on(body: Body, start: int, wait: int) -> bool:
    """Whether the function can end from there without coming to the wait."""
    way = ways(body, start, wait)
    return any(one.is_end and one.target is None and one.offset in way for one in body.instructions)


def _bystanders(world: World, wait: Wait) -> Iterator[int]:
    """The threads that run packages, and from whose variables what is waited for is not reached."""
    reader, wanted = world.reader, wait.resource.address

    def parts(address: int) -> list[int]:
        return [
            child
            for _, child in children(reader, address)
            if child and reader.type_name(child) not in _PLAIN
        ]

    others = [view for view in world.views.values() if view.tid != wait.tid]
    for view in others[:_MAX_THREADS]:
        if _is_in_package(view):
            roots = {value for frame in view.frames for value in _yet_used(world, view, frame)}
            if not any(wanted in led_to(root, parts, _MAX_AT_HAND) for root in roots):
                yield view.tid


def _is_in_package(view: ThreadView) -> bool:
    """Whether it runs no code of the user's, or a package that this called: uvicorn.run(app)."""
    inside = next((at for at, frame in enumerate(view.frames) if view.is_mine(frame)), None)
    if inside is None:
        return True
    return any(is_package(frame.code.filename) for frame in view.frames[:inside])


def _yet_used(world: World, view: ThreadView, frame: PyFrame) -> Iterator[int]:
    """The variables of a frame that it may yet hand on: of a package's all, of one of the user's
    those that its code names behind where it is, or in a loop around that."""
    variables = world.names.variables(frame)
    if not view.is_mine(frame):
        yield from variables.values()
        return
    code = world.runtime.codes.get(frame.code.address)
    body = None if code is None else world.bytecode.body(code)
    if body is None:
        yield from variables.values()
        return
    start = body.first_behind(frame.lasti)
    variables_around = world.names.namespace_of(frame)
    for one in body.instructions:
        for name in body.named(one) if one.offset >= start and "LOAD_" in one.name else ():
            yield from (space[name] for space in (variables, variables_around) if name in space)


class OwnCode:
    """Collects the functions of the program's own modules, and those on stacks."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._found: dict[int, OwnFunction] = {}
        """By the address of the code."""
        self._seen: set[int] = set()

    def all(self, others: Iterable[int]) -> list[OwnFunction] | None:
        """With what `others` are, or hold. None where there is too much to look through."""
        for address in others:
            self._take(address, is_named=False)
        for module in self._namespaces():
            for value in self._world.names.globals_at(module).values():
                self._take(value, is_named=True)
                if len(self._seen) > _MAX_OBJECTS:
                    return None
        for frame in self._frames():
            at = frame.code.address
            if at not in self._found:
                code = self._world.runtime.codes.get(at)
                if code is not None:
                    self._add(code, namespace(self._world.runtime, frame), is_named=True)
                    self._has_run(frame)
        return list(self._found.values())

    def _has_run(self, frame: PyFrame) -> None:
        """Of a module's own code, what stands before the line where it is."""
        found = self._found.get(frame.code.address)
        body = None if found is None else self._world.bytecode.body(found.code)
        if found is not None and body is not None and frame.code.name == "<module>":
            start = body.first_behind(frame.lasti)
            self._found[frame.code.address] = found._replace(start=start)

    def _frames(self) -> Iterable[PyFrame]:
        views = self._world.views.values()
        yield from (frame for view in views for frame in view.frames if view.is_mine(frame))
        yield from self._world.task_frames

    def _namespaces(self) -> Iterator[int]:
        """Dicts of the modules of the program's own. Raises MemoryFault, ValueError."""
        world, reader = self._world, self._world.reader
        structs = world.runtime.offsets
        for interpreter in world.runtime.interpreters[:1]:
            for _, module in reader.dict_items(interpreter.modules, _MAX_MODULES):
                if not reader.is_a(module, "module"):
                    continue
                variables = reader.word(module + structs["PyModuleObject"]["md_dict"])
                file = find_key(world.runtime.memory, structs, variables, "__file__")
                if file and world.is_mine_file(reader.text(file)):
                    yield variables

    def _take(self, address: int, *, is_named: bool) -> None:
        """The functions that a value is, or holds. is_named: it is one of a module or class."""
        todo = [(address, is_named, 0)]
        while todo and len(self._seen) <= _MAX_OBJECTS:
            at, named, depth = todo.pop()
            if self._world.reader.is_a(at, "function"):
                self._function(at, is_named=named)
            if not at or at in self._seen or depth > 3:
                continue
            self._seen.add(at)
            todo += [(part, still, depth + 1) for part, still in self._parts(at)]

    def _parts(self, at: int) -> Iterator[tuple[int, bool]]:
        """(what it holds, whether under a name of its own code alone)."""
        reader = self._world.reader
        info = reader.type(at)
        if info is None or info.name in _PLAIN:
            return
        if info.name == "function":
            for cell in reader.cells(at, _MAX_CONSTANTS):
                yield from ((part, False) for _, part in children(reader, cell))
        elif info.name == "type" or reader.is_a(at, "type"):
            made = reader.class_at(at)
            if made is not None and made.from_class_statement:
                for _, value in reader.names_in(made.dict_address, _MAX_OF_MODULE):
                    yield value, True
        elif info.from_class_statement or info.name in (*_CONTAINERS, "method", "cell"):
            yield from ((part, False) for _, part in children(reader, at))
            if info.name == "method":
                yield reader.word(at + reader.structs["PyMethodObject"]["im_func"]), False
        else:  # what wraps a function: staticmethod, property, functools.partial
            size = min(max(info.basicsize, 16), _MAX_WRAPPER) // 8
            words = (reader.word(at + 8 * index) for index in range(2, size))
            yield from ((word, True) for word in words if reader.is_a(word, "function"))

    def _function(self, at: int, *, is_named: bool) -> None:
        world, reader = self._world, self._world.reader
        code = world.code_of(at)
        if code is not None and world.is_mine_file(code.info.filename):
            fields = reader.structs["PyFunctionObject"]
            self._add(code, reader.word(at + fields["func_globals"]), is_named=is_named)

    def _add(self, code: Code, module: int, *, is_named: bool) -> None:
        """And the code of the functions in it, which whoever runs it may hand on."""
        world, codes = self._world, self._world.runtime.codes
        at = code.info.address
        known = self._found.get(at)
        if known is not None:
            self._found[at] = known._replace(is_named=known.is_named and is_named)
            return
        self._found[at] = OwnFunction(code, module, is_named)
        constants = world.reader.items(codes.word(code, "co_consts"), _MAX_CONSTANTS)
        for constant in constants:
            if world.reader.type_name(constant) == "code":
                inner = codes.get(constant)
                if inner is not None:
                    # What a module, or a class, makes has a name there.
                    self._add(inner, module, is_named=not code.flags & _IN_FUNCTION)
