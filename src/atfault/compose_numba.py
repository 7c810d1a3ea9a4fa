"""What Numba did in a run, in the contract's words."""

from __future__ import annotations

from atfault.model.numba_run import CompiledFunction, CompiledOverload, NumbaRun
from atfault.model.report import (
    NumbaFunctionReport,
    NumbaOverloadReport,
    NumbaPassReport,
    NumbaReport,
)


def numba_report(run: NumbaRun) -> NumbaReport:
    """The slowest function first."""
    functions = sorted(run.functions, key=lambda one: -one.seconds)
    return NumbaReport(run.version, run.checked, tuple(map(_function, functions)))


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
    )
