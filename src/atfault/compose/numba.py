"""What Numba did in a run, in the contract's words."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.model.counts import counted
from atfault.model.numba_run import (
    ComparedFunction,
    CompiledFunction,
    CompiledOverload,
    NumbaRun,
    ParallelLoop,
)
from atfault.model.report_numba import (
    NumbaApartReport,
    NumbaComparedReport,
    NumbaFunctionReport,
    NumbaLeftOutReport,
    NumbaLineReport,
    NumbaLoopReport,
    NumbaOverloadReport,
    NumbaPassReport,
    NumbaReport,
    NumbaVariableReport,
)

OBJECT = "pyobject"
NOT_COMPARED = {
    "object-mode": "it runs Python code (object mode)",
    "time": "it takes too long interpreted (--compare-limit)",
    "memory": "it takes too much memory interpreted",
    "size": "its arguments and results are too large",
    "shared-memory": "an argument lies in memory shared with other processes",
    "random": "it draws random numbers, of which compiled code has a sequence of its own",
    "not-interpreted": "Python cannot run it uncompiled",
    "others": "its result is of a type that is not looked into",
    "failed": "the comparison failed",
}
"""Why a call was not, by the word of the probe."""


def numba_report(run: NumbaRun) -> NumbaReport:
    """The slowest function first."""
    functions = sorted(run.functions, key=lambda one: -one.seconds)
    compared = () if run.comparisons is None else run.comparisons.functions
    return NumbaReport(
        run.version,
        run.checked,
        tuple(map(_function, functions)),
        tuple(map(_compared, compared)),
    )


def not_compared(run: NumbaRun) -> Iterator[str]:
    """Warnings about calls that were not compared."""
    for one in () if run.comparisons is None else run.comparisons.functions:
        for reason, times in one.left_out:
            words = NOT_COMPARED.get(reason, NOT_COMPARED["failed"])
            calls = counted(times, "call")
            yield f"{calls} of {one.function.name} not compared: {words}"


def _compared(one: ComparedFunction) -> NumbaComparedReport:
    return NumbaComparedReport(
        function=one.function.qualname,
        file=one.function.file,
        line=one.function.first_line,
        calls=one.calls,
        compared=one.compared,
        differs=one.differs,
        left_out=tuple(NumbaLeftOutReport(reason, times) for reason, times in one.left_out),
    )


def _function(one: CompiledFunction) -> NumbaFunctionReport:
    return NumbaFunctionReport(
        function=one.function.qualname,
        file=one.function.file,
        line=one.function.first_line,
        options=one.options,
        cache=one.cache_path,
        cache_hits=one.cache_hits,
        cache_misses=one.cache_misses,
        same_code=one.same_code,
        combinations=one.overload_count,
        overloads=tuple(map(_overload, one.overloads)),
    )


def _overload(one: CompiledOverload) -> NumbaOverloadReport:
    return NumbaOverloadReport(
        types=tuple(kind.name for kind in one.types),
        returns="" if one.returns is None else one.returns.name,
        object_mode=one.object_mode,
        lifted=one.lifted,
        seconds=round(one.seconds, 4),
        passes=tuple(NumbaPassReport(name, round(seconds, 4)) for name, seconds in one.passes),
        lines=tuple(
            NumbaLineReport(
                line.line, tuple(NumbaVariableReport(name, kind) for name, kind in line.names)
            )
            for line in one.lines
        ),
        loops=tuple(map(_loop, one.loops)),
        objects=tuple(
            dict.fromkeys(name for line in one.lines for name, kind in line.names if kind == OBJECT)
        ),
    )


def _loop(one: ParallelLoop) -> NumbaLoopReport:
    return NumbaLoopReport(
        loop=one.number,
        line=one.line,
        what=one.what,
        state=one.state,
        into=one.into,
        apart=tuple(NumbaApartReport(number, reason) for number, reason in one.apart),
    )
