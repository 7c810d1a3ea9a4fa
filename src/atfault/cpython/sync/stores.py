"""Which code could assign what a loop looks at.

    while job.state != "done": sleep(.1)      the input: an attribute `state`
    thread "beat"     while not stop.wait(1)  its code leads to nothing that stores a `state`
    thread "job"      self.state = "done"     STORE_ATTR state: it may end the loop

An attribute, or a variable of a function or module, is known by its name: whoever stores one of
that name may store this one. A container's contents are changed by those alone who reach it and
call something that does such things. Code that assigns by computed names may assign anything, and
so may code that was not looked through to its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from atfault.cpython.frames.code import Code
from atfault.cpython.frames.frame_slots import namespace, variables
from atfault.cpython.sync.code_reach import Reach, reach
from atfault.cpython.sync.sync_world import World
from atfault.model.roles import is_of_probe, is_standard_code, module_file
from atfault.model.stacks import PyFrame

_ASSIGN = ("ATTR", "GLOBAL", "NAME", "DEREF")
_COMPUTED = frozenset(
    ("setattr", "delattr", "__setattr__", "__dict__", "exec", "eval", "vars", "globals")
)
CHANGE = frozenset(
    "append appendleft add clear discard extend extendleft insert pop popitem popleft remove "
    "reverse setdefault sort update fill copyto itemset put put_nowait place putmask pack_into "
    "readinto recv_into write frombytes resize set result ctypes memmove memset".split()
)
"""Methods and functions that change what a container, or a piece of memory, holds."""
_CALL_OTHERS = (
    *("asyncio/", "tkinter/", "concurrent/futures/thread.py", "socketserver.py"),
    *("trio/", "gevent/", "eventlet/"),
)
"""Files in whose functions things are called that no variable leads to, or that is not followed."""
_SWITCH = ("gevent", "eventlet")
"""Packages by which a thread goes on with other frames than those on its stack."""
_RUNS = ("_bootstrap", "_bootstrap_inner")
_MAX_CONSTANTS = 500
_MAX_FRAMES = 200


class Input(NamedTuple):
    """What a loop looks at."""

    name: str
    """The last part of it: "state" of `self.job.state`."""
    container: int = 0
    """Address of the object whose contents are looked at; 0 for a variable or attribute."""
    by_anybody: bool = False
    """Whether whoever reaches that counts as who may change it: it may hand it on to a function
    that is written in C (`heapq`)."""


class Stores(NamedTuple):
    """What some code could assign and change."""

    names: frozenset[str]
    objects: frozenset[int]
    """What it reaches."""
    changes: bool
    """Whether it changes contents of anything."""
    is_whole: bool
    """Whether that is all."""

    def may_change(self, inputs: Iterable[Input]) -> bool:
        """Whether any of these, as far as is known."""
        return any(
            one.name in self.names
            or (
                one.container != 0
                and one.container in self.objects
                and (self.changes or one.by_anybody)
            )
            for one in inputs
        )


def stores_of_frames(world: World, frames: Sequence[PyFrame]) -> Stores:
    """What a thread in these frames may do."""
    runtime = world.runtime
    files = [module_file(frame.code.filename) for frame in frames]
    is_whole = len(frames) <= _MAX_FRAMES
    is_whole &= not any(one.startswith(_CALL_OTHERS) for one in files)
    is_whole &= not any(map(world.module_dict, _SWITCH))
    running: list[tuple[Code, int, int]] = []
    values: list[int] = []
    for inner, frame in zip((None, *frames), frames[:_MAX_FRAMES]):
        if inner is not None and _has_called(frame, inner):
            continue
        code = runtime.codes.get(frame.code.address)
        if code is None:
            is_whole = False
            continue
        name = frame.code.filename
        if not is_standard_code(name):
            running.append((code, namespace(runtime, frame), _goes_on_at(world, code, frame.lasti)))
        if frame.code.name != "<module>":
            values += variables(runtime, world.reader, frame).values()
    found = reach(world, values, running=running)
    stores = _stores(world, found, {code.info.address: (code, at) for code, _, at in running})
    return stores._replace(is_whole=stores.is_whole and is_whole)


def _has_called(frame: PyFrame, inner: PyFrame) -> bool:
    """Whether it is what runs a thread, and has called what that was started for: it does nothing
    behind that."""
    files = [module_file(one.code.filename) for one in (frame, inner)]
    return (files[0] == "threading.py" and files[1] != "threading.py") or frame.code.name in _RUNS


def stores_of_function(world: World, function: int) -> Stores:
    """What calling a function, method or other object may do."""
    roots = [function, world.reader.method_of(function, "__call__")]
    return _stores(world, reach(world, roots), {})


def _goes_on_at(world: World, code: Code, lasti: int) -> int:
    """Offset from which on a frame may yet do what its code does: that of the instruction where it
    is, or of the outermost loop around it."""
    body = world.bytecode.body(code)
    if body is None or body.is_traced:
        return 0
    return min([lasti, *[first for first, _ in body.loops_around(lasti)]])


def _stores(world: World, found: Reach, running: dict[int, tuple[Code, int]]) -> Stores:
    """running: by its address, code of frames, and from where on it goes on."""
    todo = {code.info.address: (code, 0) for code in _functions(world, found)} | running
    names: set[str] = set()
    changes, is_whole = False, found.is_whole
    parts = [(inner, at) for code, at in todo.values() for inner in _with_inner(world, code, 0)]
    for code, start in parts:
        body = world.bytecode.body(code)
        used = set(world.bytecode.names(code))
        is_whole &= body is not None and not body.is_traced and used.isdisjoint(_COMPUTED)
        if body is None:
            continue
        changes = changes or not used.isdisjoint(CHANGE)
        start = start if code.info.address in running else 0
        for one in body.instructions:
            kind, _, what = one.name.partition("_")
            if kind in ("STORE", "DELETE") and one.offset >= start:
                changes = changes or what in ("SUBSCR", "SLICE")
                names.update(body.named(one) if what in _ASSIGN else ())
    return Stores(frozenset(names - {""}), found.objects, changes, is_whole)


def _functions(world: World, found: Reach) -> Iterator[Code]:
    """The code of the functions that are reached, but for our own inside of the program."""
    for address in found.objects:
        code = world.code_of(address) if world.reader.is_a(address, "function") else None
        if code is not None and not is_of_probe(code.info.filename):
            yield code


def _with_inner(world: World, code: Code, depth: int) -> Iterator[Code]:
    """And the code of the functions in it."""
    yield code
    codes, reader = world.runtime.codes, world.reader
    constants = reader.items(codes.word(code, "co_consts"), _MAX_CONSTANTS) if depth < 4 else ()
    for constant in constants:
        inner = codes.get(constant) if reader.type_name(constant) == "code" else None
        if inner is not None:
            yield from _with_inner(world, inner, depth + 1)
