"""An exception, and what was printed before it → what both say of the GPU."""

from __future__ import annotations

from collections.abc import Sequence

from atfault.model.absent import Absent
from atfault.model.exception import RefusedArgument, UncaughtException
from atfault.model.gpu import GpuCore, GpuError, GpuFailure
from atfault.model.printed import PrintedTail
from atfault.text.cuda import cuda_error, kernel_asserts, memory_facts


def gpu_failure(
    exception: UncaughtException,
    printed: PrintedTail | Absent,
    is_blocking: bool = False,
    launch: RefusedArgument | None = None,
    cores: Sequence[GpuCore] = (),
) -> GpuFailure | Absent:
    """Absent where no exception is about a GPU. is_blocking: each launch was waited for.
    launch: one that was noted, and whose arguments are out of range. cores: of any process."""
    errors = []
    for at, one in enumerate(exception.exceptions):
        message = "" if isinstance(one.message, Absent) else "\n".join((one.message, *one.notes))
        said = cuda_error(message)
        if said is not None:
            errors.append(GpuError(at, said, memory_facts(message)))
    if not errors:
        return Absent("the exception is not about a GPU")
    text = "" if isinstance(printed, Absent) else printed.text.decode("utf-8", "replace")
    core = next((one for one in cores if one.pid == exception.pid), None)
    return GpuFailure(tuple(errors), kernel_asserts(text), is_blocking, launch, core)
