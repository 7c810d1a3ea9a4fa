"""Who may call a library of native code in which a thread waits for what Python knows nothing of.

    lib.sem_wait()                     waits for a semaphore of ring.so
    while True: sleep(1); beat()       leads to nothing of ring.so: apart from it
    await answer; lib.sem_post()       a task whose code leads there: it may end the wait

Code leads into a library by an object that has one of its functions (a function of an extension or
of ctypes, a type that is written in C) or its handle.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from atfault.cpython.sync.apart import crews_of
from atfault.cpython.sync.bringers import search_of
from atfault.cpython.sync.enders import OwnFunction
from atfault.cpython.sync.run_by_none import run_by_none
from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.task_reader import TaskReader
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.type_objects import TypeInfo
from atfault.model.process import Module
from atfault.model.waits import Bringers, Place

_MAX_LIBRARIES = 64
_MAX_OF_OBJECT = 128
_MAX_OF_TYPE = 400
"""Bytes of a PyTypeObject: up to its last function."""


class LibraryCallers(NamedTuple):
    """Who may call a library, by what their code may yet reach."""

    apart: tuple[int, ...]
    """The threads whose code leads to nothing of it."""
    unsure: tuple[int, ...]
    """Those of them of which not all was looked through."""
    bringers: Bringers | None
    """The tasks, and handlers of signals, that may call it; None where there are none such."""
    run_by_none: tuple[Place, ...]
    """The functions that threads are given to run, that may call it, and that none runs."""


def library_callers(
    reader: TaskReader, handlers: dict[int, int], libraries: Iterable[tuple[Module, ...]]
) -> dict[int, LibraryCallers]:
    """Start of a library → who may call it. handlers: signal → what is called then. libraries: each
    with those by way of which it was called."""
    asked: dict[int, dict[Module, None]] = {}
    for one in libraries:
        asked.setdefault(one[0].start, {}).update(dict.fromkeys(one))
    some = list(asked.items())[:_MAX_LIBRARIES]
    return {
        start: _callers_of(reader, handlers, leading_into(reader.world.reader, modules))
        for start, modules in some
    }


def leading_into(reader: ObjectReader, libraries: Iterable[Module]) -> Callable[[int], bool]:
    """Whether code of any of these may be called by way of an object."""
    into = [LeadsInto(reader, one) for one in libraries]
    return lambda address: any(one(address) for one in into)


def _callers_of(
    reader: TaskReader, handlers: dict[int, int], leads: Callable[[int], bool]
) -> LibraryCallers:
    world = reader.world
    crews = crews_of(world) if len(world.views) > 1 else []
    aside = [one for one in crews if not any(map(leads, one.reach.objects))]
    has_tasks = bool(reader.loops or reader.trio_mains or reader.hubs)
    search = search_of(reader, handlers) if has_tasks or handlers else None
    bringers = None if search is None else search.of_library(leads)
    loops, unsure = ((), ()) if bringers is None else (bringers.threads, bringers.unsure)
    return LibraryCallers(
        (*[tid for one in aside for tid in one.tids], *loops),
        (*[tid for one in aside if not one.reach.is_whole for tid in one.tids], *unsure),
        bringers,
        run_by_none(world, handlers.values(), partial(_names_it, world, leads)),
    )


def _names_it(world: World, leads: Callable[[int], bool], one: OwnFunction) -> bool:
    """Whether a function names a variable of its module that leads into the library."""
    names, variables = world.bytecode.names(one.code), world.names.globals_at(one.module)
    for value in [variables[name] for name in names if name in variables]:
        kept = world.reader.attributes(value)  # as cffi keeps the functions that were used
        if leads(value) or any(leads(kept[name]) for name in names if kept.get(name)):
            return True
    return False


class LeadsInto:
    """Whether code of a native library may be called by way of an object: that, its type, or the
    function that it stands for lies in the library; or it is its handle."""

    def __init__(self, reader: ObjectReader, library: Module) -> None:
        self._reader = reader
        self._span = range(library.start, library.end)
        self._types: dict[int, bool] = {}

    def __call__(self, address: int) -> bool:
        reader = self._reader
        info = reader.native_type(address)
        if info is None:
            return False
        if reader.is_a(address, "type"):  # whose class, or a base of it, is written in C
            info = reader.class_at(address)
            while info is not None and info.from_class_statement:
                info = info.base
            return info is not None and self._is_of(info)
        if address in self._span or self._is_of(info):
            return True
        words = self._words(address, min(info.basicsize, _MAX_OF_OBJECT))
        if any(word in self._span for word in words):
            return True
        if reader.is_a(address, "ctypes.CDLL"):
            return self._is_handle(reader.integer_of(address, "_handle") or 0)
        # They keep where a function's address is, or what dlopen() gave.
        is_of_ffi = info.name.startswith(("_ctypes.", "_cffi_backend."))
        return is_of_ffi and any(
            reader.word(one) in self._span or self._is_handle(one) for one in words
        )

    def _is_of(self, info: TypeInfo) -> bool:
        """Whether it is a type of the library's, by where it lies or by one of its functions."""
        known = self._types.get(info.address)
        if known is None:
            words = (info.address, *self._words(info.address, _MAX_OF_TYPE))
            known = self._types[info.address] = any(word in self._span for word in words)
        return known

    def _is_handle(self, address: int) -> bool:
        """Whether that is the link_map of the library: l_addr l_name l_ld (<link.h>)."""
        base, _, dynamic = struct.unpack(
            "<3Q", self._reader.memory.read_upto(address, 24).ljust(24, b"\0")
        )
        return base == self._span.start and dynamic in self._span

    def _words(self, address: int, size: int) -> list[int]:
        """Those of an object, or a type, behind its head."""
        head = self._reader.structs["PyObject"]["sizeof"]
        data = self._reader.memory.read_upto(address, size & ~7)[head:]
        return memoryview(data[: len(data) & ~7]).cast("Q").tolist()
