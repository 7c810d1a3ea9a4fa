"""data-race and numba-not-parallel: what became of parallel=True."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import at
from atfault.diagnose.rule import rule
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Blame, Confidence, Finding
from atfault.model.numba_run import CompiledFunction, NumbaRun, ParallelLoop, Race

MAX_BLAME = 8
_WORDS = {
    "carried": "{v} is taken over from one iteration to the next, and Numba does not reduce it",
    "counted": "{v} is written at {i}, which each thread counts by itself",
    "same": "each iteration writes to the same place of {v}",
    "collides": "{v} is written at {i}, which two iterations may share",
    "memory": "elements of {v} that different iterations write are the same memory",
    "earlier": "{v} is written in one iteration and read in another",
    "container": "{v} is changed by several threads at once",
    "rows": "{v} is one array for all rows of the ufunc, which writes to it",
    "threads": "several threads pass the same array as {v}, which is written to without the GIL",
    "generator": "several threads draw from {v}, which is one generator of random numbers",
}
_ADVICE = {
    "carried": (
        "write what each iteration finds to an element of its own (found[i] = …), and choose among "
        "them behind the loop",
        "a sum, a product, max(a, b) and min(a, b) are reduced where each iteration does nothing "
        "else with the variable: best = max(best, d)",
    ),
    "counted": (
        "mark what is wanted (keep[i] = True), and collect it behind the loop: values[keep]",
    ),
    "same": ("make it inside of the loop: each iteration has its own then",),
    "collides": (
        "give each thread a row of its own, counts[get_thread_id(), k] += 1, and add the rows up "
        "behind the loop",
        "or let the parallel loop go over what is written, not over what is read",
    ),
    "memory": (
        "give each iteration memory of its own: copy the row in the loop; make a list of different "
        "arrays, [np.zeros(n) for _ in range(count)]",
    ),
    "earlier": (
        "write to another array than is read, or use range: the iterations depend on each other",
    ),
    "container": (
        "write to an array, an element an iteration, and fill the container behind the loop",
    ),
    "rows": (
        "make it inside of the function; or pass an array that has a row of its own for each row",
    ),
    "threads": (
        "make it inside of the function, or give each thread an array of its own "
        "(threading.local())",
    ),
    "generator": (
        "np.random.normal() and its kin have a generator for each thread in compiled code; or draw "
        "the numbers before the loop, into an array",
    ),
}
_WHY = {
    "data": "{i} comes out of data, where two iterations may find the same",
    "lossy": "{i} is the loop's index by // or %, which iterations may share",
    "read": "the loop reads elements of {v} that other iterations may write",
    "other": "it could not be followed how {i} is computed",
}
"""Why nothing is proven of a write."""
_FIRST = ("container", "generator", "counted", "same", "memory", "rows", "threads",
          "carried", "earlier", "collides")  # fmt: skip
"""The surest first."""
_IN = {"rows": "the rows of", "threads": "calls of"}
"""What runs at once, where it is no loop."""
_RANK = {"certain": 0, "likely": 1, "possible": 2}
_SHOWN = {"carried": "what a thread's copy holds behind the loop depends on how they were shared "
          "out, or is lost"}  # fmt: skip


@rule(
    "parallel-race",
    family="exception",
    causes=("data-race",),
    plain_title=True,
    yields_to=("checked-bounds", "numba-result-differs", "numba-stale-cache"),
)
def parallel_race(case: Case) -> Iterator[Finding]:
    """Iterations of a parallel loop (`prange`) write what others read or write.

    The iterations run in several threads, in no order. Numba looks after sums and other reductions
    (`s += x`, `s *= x`, `s = max(s, x)`), and checks nothing else: an element that several
    iterations write, a buffer that they share, a condition with an assignment in place of max(), a
    counter that is an index, or a list that grows, gives another result each time, or corrupts
    memory. It is found in the code that Numba makes threads of, whatever this run came to:
    `certain` where each iteration does it, or where two iterations are known that come to the same
    element with the arguments that the function was called with; `likely` where that depends on
    data or a condition. A write that is neither proven to meet another one nor to be each
    iteration's own is `possible`.

    What to do: write to an element of its own in each iteration, make buffers inside of the loop,
    and put together what they found behind it.
    """
    if isinstance(case.numba, Absent):
        return
    found = [(one, race) for one in case.numba.functions for race in one.races]
    found.sort(key=lambda pair: (_RANK[confidence_of(pair[1])], _FIRST.index(pair[1].how)))
    if not found:
        yield from _doubtful(doubtful_writes(case.numba))
        return
    function, race = found[0]
    yield Finding.of(
        summary=_words(race),
        confidence=confidence_of(race),
        title=f"A race in {_IN.get(race.how, 'the parallel loop of')} {function.function.name}",
        blame=_blame(function, race, found),
        evidence=_evidence(found),
        advice=_ADVICE[race.how],
    )


def doubtful_writes(run: NumbaRun) -> list[tuple[CompiledFunction, Race]]:
    """Those of which nothing is proven, and that no iteration was followed to."""
    return [(one, race) for one in run.functions for race in one.unproven if not race.tried]


def _doubtful(found: list[tuple[CompiledFunction, Race]]) -> Iterator[Finding]:
    if not found:
        return
    function, race = found[0]
    reasons = [
        f"line {each.location.line}, in {one.function.name}: {_why(each)}"
        for one, each in found[:MAX_BLAME]
    ]
    yield Finding.of(
        summary=f"nothing tells that each iteration writes to places of its own in "
        f"{race.variable}: {_why(race)}",
        confidence="possible",
        title=f"Perhaps a race in the parallel loop of {function.function.name}",
        blame=_blame(function, race, found),
        evidence=reasons,
        advice=(
            "where no two iterations can come to the same element there is nothing to do",
            *_ADVICE["earlier" if race.why == "read" else "collides"],
        ),
    )


def _why(race: Race) -> str:
    return _WHY[race.why].format(v=race.variable, i=race.index_name or "its index")


def confidence_of(race: Race) -> Confidence:
    if race.how in ("container", "counted", "carried"):
        return "certain"
    if race.iterations is not None:
        return "likely" if race.guarded else "certain"
    if race.how == "collides":
        return "possible"  # no two iterations were met at one element: the data may keep them apart
    return "certain" if race.how in ("same", "generator") and not race.guarded else "likely"


def _words(race: Race) -> str:
    return _WORDS[race.how].format(v=race.variable, i=race.index_name or "an index")


def _blame(
    function: CompiledFunction, race: Race, found: list[tuple[CompiledFunction, Race]]
) -> tuple[Blame, ...]:
    name = function.function.name
    loop = Blame(function.function.file, race.loop, name, "")  # or the def, where there is none
    writes = [at(one.location, each.function.name, "") for each, one in found]
    return tuple(dict.fromkeys((writes[0], loop, *writes[1:])))[:MAX_BLAME]


def _evidence(found: list[tuple[CompiledFunction, Race]]) -> Iterator[str]:
    loops = {(one.function, race.loop) for one, race in found if race.how not in _IN}
    for one, race in found[:MAX_BLAME]:
        where = f"line {race.location.line}, in {one.function.name}"
        method = f" by {race.method}()" if race.method else ""
        yield f"{where}: {_words(race)}{method}{_met(race)}"
    if found[0][1].how in _SHOWN:
        yield _SHOWN[found[0][1].how]
    for function, line in sorted(loops)[:2]:
        yield f"iterations of the prange in line {line} of {function.name} run in several threads"


def _met(race: Race) -> str:
    """Which iterations were found at one element, in words."""
    if race.iterations is None:
        return ""
    first, second = race.iterations
    does = "reads" if race.how == "earlier" else "writes"
    return (
        f"; in the call that it was compiled for, iteration {first} writes "
        f"{race.variable}[{race.element}], and iteration {second} {does} it"
    )


@rule(
    "numba-not-parallel",
    family="exception",
    plain_title=True,
    yields_to=(
        *("checked-bounds", "numba-result-differs", "numba-stale-cache", "parallel-race"),
        "numba-recompilation",
    ),
)
def numba_not_parallel(case: Case) -> Iterator[Finding]:
    """A function with parallel=True in which nothing runs in parallel.

    Numba makes threads of `prange` and of operations on whole arrays alone. A loop over `range` or
    over the elements of something stays one thread, and the option costs time to compile. A name
    `prange` that is bound to Python's range (a stand-in, where there is no Numba) is `range`.

    What to do: write `prange` for the outer loop, where no iteration needs what another has done,
    or leave the option out.
    """
    if isinstance(case.numba, Absent):
        return
    found = [one for one in case.numba.functions if _is_serial(one)]
    if not found:
        return
    function, refused = found[0].function, _refused(found[0])
    stood_in = _standing_in(found[0])
    ordinary = {loop.line for each in found[0].overloads for loop in each.loops if loop.line}
    loops = refused or stood_in or sorted(ordinary)
    lines = (Blame(function.file, line, function.name, "") for line in loops)
    evidence = ["only prange and operations on whole arrays become threads"]
    if loops:
        where = listed([str(line) for line in loops])
        many = f"the loops in lines {where} stayed ordinary ones"
        evidence.append(
            many if len(loops) > 1 else f"the loop in line {where} stayed an ordinary one"
        )
    if refused:
        evidence.append(
            "a prange that may be left before its end, by raise, return or try, is no parallel one"
        )
    if stood_in:
        evidence.append("its prange is not numba.prange: it is Python's range")
    origin = found[0].stand_in if stood_in else None
    begun = () if origin is None else (Blame(origin.file, origin.line, "<module>", ""),)
    others = [one.function.name for one in found[1:]]
    if others:
        evidence.append(f"the same holds for {listed(others, 4)}")
    what = "nothing in it runs" if _is_all_serial(found[0]) else "its prange does not run"
    yield Finding.of(
        summary=f"{function.name} has parallel=True, and its prange is Python's range"
        if stood_in and not refused
        else f"{function.name} has parallel=True, and {what} in parallel",
        confidence="certain",
        title="parallel=True without effect",
        blame=(*begun, Blame(function.file, function.first_line, function.name, ""), *lines)[
            :MAX_BLAME
        ],
        evidence=evidence,
        advice=("import prange from numba, as numba.njit is",)
        if stood_in and not refused
        else (
            "write prange for the outer loop, where no iteration needs what another has done",
            "or leave parallel=True out",
        )
        if not refused
        else (
            "leave raise, return and try out of the loop: note what failed in an array, and raise "
            "behind it",
        ),
    )


def _refused(one: CompiledFunction) -> list[int]:
    """The lines of loops that are written as prange, and stayed ordinary ones."""
    loops = (loop for each in one.overloads if each.seconds for loop in each.loops)
    return sorted({each.line for each in loops if each.what == "prange" and _stayed(each)})


def _standing_in(one: CompiledFunction) -> list[int]:
    """The lines of loops over a prange that is Python's range."""
    loops = (loop for each in one.overloads if each.seconds for loop in each.loops)
    return sorted({loop.line for loop in loops if loop.what == "stand-in"})


def _stayed(loop: ParallelLoop) -> bool:
    return loop.state == "ordinary"


def _is_serial(one: CompiledFunction) -> bool:
    is_asked = "parallel" in one.options
    return _is_all_serial(one) or (is_asked and bool(_refused(one) or _standing_in(one)))


def _is_all_serial(one: CompiledFunction) -> bool:
    compiled = [each for each in one.overloads if each.seconds]
    return (
        "parallel" in one.options
        and bool(compiled)
        and all(_stayed(loop) for each in compiled for loop in each.loops)
    )
