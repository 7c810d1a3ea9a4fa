"""Which functions Python calls when signals come, and what these can touch.

    Handlers[65] = { {tripped, NULL}, {0, DefaultHandler}, {0, default_int_handler}, … }

The table lies in the interpreter's own data, and has no name in a stripped one. It is known by
what it is made of: 64 pairs of a flag and an object, and of those the C library keeps two signals
(32 and 33) for itself, which is why Python has None for them and for no others.

Sources: Modules/signalmodule.c (Handlers; from 3.12 on _PyRuntime.signals.handlers,
Include/internal/pycore_signal.h).
"""

import struct
from bisect import bisect_right
from collections.abc import Collection, Iterator

from atfault.cpython.sync.code_reach import parts_of_partial, reach
from atfault.cpython.sync.sync_world import World
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import MemoryMapping
from atfault.model.waits import ENDINGS, SignalHandler

_SIGNALS = 64
_RESERVED = 32
_PAIR = struct.Struct("<QQ")
_MAX_DATA = 16 << 20
"""Bytes of the interpreter's data that are searched."""
_MAX_NAMES = 100
_NOTHING = ("int", "NoneType")
"""SIG_DFL, SIG_IGN; a handler that Python did not install."""
_OWN = ("default_int_handler",)
"""Raises KeyboardInterrupt."""


def installed_handlers(world: World) -> dict[int, int] | Absent:
    """Signal → address of what Python calls then, but for its own that raises
    KeyboardInterrupt."""
    try:
        return dict(_installed(world))
    except (MemoryFault, ValueError) as why:
        return Absent(f"the table of signal handlers was not found: {why}")


def signal_handlers(
    world: World, installed: dict[int, int], waited_for: Collection[int], *, given: bool = True
) -> tuple[SignalHandler, ...]:
    """What is called at signals; waited_for: addresses of what threads wait for; given: whether to
    tell what of that they were given."""
    return tuple(
        [
            _described(world, number, address, waited_for, given)
            for number, address in installed.items()
        ]
    )


def _installed(world: World) -> Iterator[tuple[int, int]]:
    """(signal, function) of the table."""
    reader = world.reader
    table = _table(world)
    functions = [table[2 * number + 1] for number in range(_SIGNALS + 1)]
    for number, address in enumerate(functions):
        is_function = number and not reader.is_a(address, *_NOTHING)
        if is_function and reader.function_name(address) not in _OWN:
            yield number, address


def _table(world: World) -> list[int]:
    """The words of the table. Raises ValueError, MemoryFault."""
    none = _none(world)
    content = world.runtime.memory.read_upto(*_data(world))
    pattern = _PAIR.pack(0, none) * 2
    size = _PAIR.size * (_SIGNALS + 1)
    at = content.find(pattern)
    while at >= 0:
        start = at - _RESERVED * _PAIR.size
        if start >= 0 and start % 8 == 0 and start + size <= len(content):
            words = memoryview(content[start : start + size]).cast("Q").tolist()
            if _is_table(world, words):
                return words
        at = content.find(pattern, at + 8)
    raise ValueError("nothing looks like it")


def _is_table(world: World, words: list[int]) -> bool:
    flags, objects = words[2::2], words[3::2]
    if words[1] or any(flag & 0xFFFF_FFFF > 1 for flag in flags):
        return False
    return all(world.reader.type(one) is not None for one in set(objects))


def _none(world: World) -> int:
    """Address of None, which some variable of any program has."""
    for module in ("__main__", "threading"):
        for _, value in world.reader.names_in(world.module_dict(module), _MAX_NAMES):
            if world.reader.is_none(value):
                return value
    raise ValueError("no variable is None")


def _data(world: World) -> tuple[int, int]:
    """(start, size) of the interpreter's writable data: that around its runtime state, of its file
    and, behind that, of none (.bss)."""
    mappings = world.runtime.snapshot.mappings
    first = last = bisect_right([one.start for one in mappings], world.runtime.address) - 1
    if first < 0:
        raise ValueError("the runtime state is in no mapping")
    while first and _belong(mappings[first - 1], mappings[first]):
        first -= 1
    while last + 1 < len(mappings) and _belong(mappings[last], mappings[last + 1]):
        last += 1
    start = mappings[first].start
    return start, min(mappings[last].end - start, _MAX_DATA)


def _belong(lower: MemoryMapping, upper: MemoryMapping) -> bool:
    """Whether two mappings, one behind the other, are of one file's writable data."""
    is_next = lower.end == upper.start and lower.writable and upper.writable
    return is_next and upper.path in ("", lower.path)


def _described(
    world: World, number: int, address: int, waited_for: Collection[int], given: bool
) -> SignalHandler:
    function, reader = address, world.reader
    if reader.is_a(address, "functools.partial"):
        function = parts_of_partial(world, address)[0] or address
    if reader.is_a(function, "method"):
        function = reader.word(function + reader.structs["PyMethodObject"]["im_func"])
    mine, is_running = True, False  # what is called there is not known
    if reader.is_a(function, "function"):
        at = reader.code_address(function)
        code = world.runtime.codes.get(at)
        is_running = any(one.code.address == at for v in world.views.values() for one in v.frames)
        mine = code is None or world.is_mine_file(code.info.filename)
    handler = SignalHandler(number, reader.function_name(function), mine, is_running=is_running)
    if not waited_for:
        return handler
    found = reach(world, [address, reader.method_of(address, "__call__")])
    has = reach(world, [address], by_name=False).objects if given else frozenset()
    return handler._replace(
        reaches=tuple(sorted(found.objects.intersection(waited_for))),
        given=tuple(sorted(has.intersection(waited_for))),
        calls=tuple(sorted(found.names.intersection(ENDINGS))),
        is_whole=found.is_whole,
    )
