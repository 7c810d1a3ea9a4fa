"""Tasks of asyncio that an exception ended, and nobody has asked for it: 3.8 to 3.13 list them for
as long as something refers to them; 3.14 forgets a task as it ends."""

from __future__ import annotations

from collections.abc import Iterable

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.sync.task_reader import RawTask
from atfault.decode.exception_objects import ExceptionReader
from atfault.errors import MemoryFault
from atfault.model.waits import FailedTask
from atfault.options import Options


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
