"""out-of-bounds in a CUDA kernel, as Numba's simulator finds it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from atfault.diagnose.exception.raised import own_lines_of
from atfault.diagnose.expressions import parsed
from atfault.diagnose.numba.failed import at
from atfault.diagnose.rule import rule
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.exception import RaisedException
from atfault.model.findings import Blame, Finding
from atfault.model.numba import SimulatedAccess
from atfault.stacks.mine import is_mine


@rule("simulated-kernel", family="exception", causes=("out-of-bounds",), plain_title=True)
def simulated_kernel(case: Case) -> Iterator[Finding]:
    """A thread of a CUDA kernel used an index that lies outside of its array.

    On a GPU nobody checks that: the kernel reads or writes what lies there, or all of the GPU's
    work fails later. Numba's simulator (`atfault numba --cudasim`) runs the kernel on the CPU and
    checks each index; the finding says which thread of which block it was.

    What to do: return early where the thread's number is not less than the array's size
    (`if i < a.size:`); a grid mostly has more threads than the array has elements.
    """
    for error in case.raised:
        access = error.simulated
        axis = None if access is None else _axis(access)
        if access is not None and axis is not None:
            yield _finding(case, error, access, axis)
            return


def _axis(access: SimulatedAccess) -> int | None:
    """The first whose index lies outside."""
    for axis, (number, size) in enumerate(zip(access.position, access.shape)):
        if not -size <= number < size:
            return axis
    return None


def _finding(case: Case, error: RaisedException, access: SimulatedAccess, axis: int) -> Finding:
    name, blame = _place(case, error)
    size, number = access.shape[axis], access.position[axis]
    used = "written" if access.write else "read"
    along = f" along axis {axis}" if len(access.shape) > 1 else ""
    has = f"{name} has size {size:,}{along}" if along else f"{name} has {counted(size, 'element')}"
    threads = f"thread {_numbers(access.thread)} of block {_numbers(access.block)}"
    return Finding.of(
        summary=f"{has}; index {number} was {used} by {threads}",
        confidence="certain",
        blame=blame,
        evidence=("the kernel ran in Numba's simulator, which checks each index; a GPU does not",),
        advice=("leave out the threads that have no element: if i < a.size",),
    )


def _place(case: Case, error: RaisedException) -> tuple[str, tuple[Blame, ...]]:
    """(the array's name, the program's own lines, with the columns of the first)."""
    lines = own_lines_of(error, case)
    own = (one for one in error.frames if is_mine(one.location.file, case.process.python))
    frame = next(own, None)
    if frame is None:
        return "the array", lines
    first = at(frame.location, frame.function, case.raised_in)
    nodes, exact = parsed(frame)
    names = {ast.unparse(one.value) for one in nodes if isinstance(one, ast.Subscript)}
    name = names.pop() if len(names) == 1 and exact else "the array"
    return name, (first, *lines[1:])


def _numbers(three: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, three))})"
