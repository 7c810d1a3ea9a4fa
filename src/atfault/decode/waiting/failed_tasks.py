"""What exceptions have ended before: tasks of asyncio, and the main thread's own code.

Of tasks those for which nobody has asked: 3.8 to 3.13 list them for as long as something refers to
them; 3.14 forgets a task as it ends. What ended the program's own code PyErr_Print keeps in `sys`.
"""

from __future__ import annotations

from collections.abc import Iterable

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.sync.task_reader import RawTask
from atfault.cpython.values.dicts import find_key
from atfault.decode.exception_objects import ExceptionReader
from atfault.errors import MemoryFault
from atfault.model.exception import Unhandled
from atfault.model.waits import FailedTask
from atfault.options import Options

_MAX_NAMES = 512
_PRINTED = "last_value"
"""In `sys`; since 3.12 last_exc is the same."""


def main_failure(runtime: PythonRuntime, options: Options) -> Unhandled | None:
    """The exception that Python has printed, as the code of the first interpreter ended by it."""
    for one in runtime.interpreters[:1]:
        try:
            value = find_key(runtime.memory, runtime.offsets, one.sysdict, _PRINTED, _MAX_NAMES)
            return ExceptionReader(runtime, options).raised(value, in_part=True) if value else None
        except (MemoryFault, ValueError):
            return None
    return None


def failed_tasks(
    runtime: PythonRuntime, tasks: Iterable[RawTask], options: Options
) -> tuple[FailedTask, ...]:
    """In the order in which they are listed."""
    reader = ExceptionReader(runtime, options)
    found = []
    for task in tasks:
        try:
            raised = reader.raised(task.exception)
        except (MemoryFault, ValueError):
            continue
        if raised is not None:
            found.append(FailedTask(task.name, raised.text, raised.places))
    return tuple(found)
