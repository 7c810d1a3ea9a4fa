"""Connections that failed: the errors that a process still keeps of them.

A client that tries again and again (pymongo, tenacity around any other) sleeps between two tries,
and has no socket meanwhile. What it keeps is the error of the last one, for its message in the end.
"""

from collections.abc import Collection

from atfault.cpython.sync.collected import of_kind
from atfault.cpython.sync.sync_world import World

_ERRORS = ("ConnectionError", "socket.gaierror")
_MAX_ERRORS = 50
_MAX_ARGUMENTS = 4
_MAX_TOLD = 3


def kept_errors(world: World, timed: Collection[int]) -> tuple[str, ...]:
    """ "ConnectionRefusedError: [Errno 111] Connection refused", each once; () where no thread
    sleeps for a time in a package that the user's code has called: all objects are looked at.

    timed: the threads that sleep, and not without an end.
    """
    if not any(tid in timed and view.packages() for tid, view in world.views.items()):
        return ()
    reader = world.reader
    arguments = reader.structs["PyBaseExceptionObject"]["args"]
    told: dict[str, None] = {}
    for number, address in enumerate(of_kind(world, *_ERRORS)):
        if number >= _MAX_ERRORS or len(told) >= _MAX_TOLD:
            break
        items = reader.items(reader.word(address + arguments), _MAX_ARGUMENTS)
        errno, text = [*items, 0, 0][:2]
        number_of, message = reader.integer(errno), reader.text(text)
        if number_of is not None and message:
            told[f"{reader.type_name(address)}: [Errno {number_of}] {message}"] = None
    return tuple(told)
