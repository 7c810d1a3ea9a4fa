"""What Numba compiled, as a table.

Compiled by Numba 0.68.1
  1.03 s  shift (oob.py:11)  parallel
            (array(float64, 1d, C), int64) → array(float64, 1d, C)
              parallel loops: 1 parallel, 1 fused
"""

from __future__ import annotations

from collections.abc import Iterator

from atfault.model.report_numba import (
    NumbaFunctionReport,
    NumbaLoopReport,
    NumbaOverloadReport,
    NumbaReport,
)
from atfault.report.escape import clean, crop
from atfault.report.places import Places

MAX_FUNCTIONS, MAX_OVERLOADS = 12, 3
"""Without -v."""
WIDEST = 300
"""A line with -v."""


def numba_lines(
    report: NumbaReport, places: Places, width: int, *, verbose: bool
) -> tuple[list[str], int]:
    """(lines, how many functions and overloads are left out)."""
    lines, left_out = [f"Compiled by Numba {clean(report.version)}"], 0
    for at, one in enumerate(report.functions):
        if at >= MAX_FUNCTIONS and not verbose:
            left_out += 1
            continue
        seconds = sum(overload.seconds for overload in one.overloads)
        place = places.line(one.file, one.line)
        special = "  ".join(notes(one))
        lines.append(
            crop(f"  {seconds:6.2f} s  {clean(one.function)} ({place})  {special}".rstrip(), width)
        )
        shown = one.overloads if verbose else one.overloads[:MAX_OVERLOADS]
        left_out += len(one.overloads) - len(shown)
        for overload in shown:
            lines.append(crop(f"              {signature(overload)}", width))
            more = (*loop_lines(overload, verbose=verbose), *_object_lines(overload))
            if verbose:
                more = (passes_words(overload), *more, *_type_lines(overload))
            most = WIDEST if verbose else width
            lines += [crop(f"                {line}", most) for line in more if line]
    return lines, left_out


def passes_words(one: NumbaOverloadReport) -> str:
    """ "native_lowering 0.20 s, …": the slowest passes."""
    return ", ".join(f"{clean(name)} {seconds:.2f} s" for name, seconds in one.passes)


def loop_lines(one: NumbaOverloadReport, *, verbose: bool) -> Iterator[str]:
    """What became of its loops, counted; verbose: one by one."""
    states = [loop.state for loop in one.loops]
    words = {"ordinary": "ordinary", "serial": "serial inside of another"}
    counted = [
        f"{states.count(state)} {words.get(state, state)}"
        for state in ("parallel", "fused", "serial", "ordinary")
        if state in states
    ]
    if counted and not one.object_mode:
        yield f"parallel loops: {', '.join(counted)}"
    for loop in one.loops if verbose else ():
        yield f"  line {loop.line}: {loop_words(loop)}"
        for apart in loop.apart:
            yield f"    not fused with #{apart.loop}: {clean(apart.reason)}"


def loop_words(one: NumbaLoopReport) -> str:
    """ "#3, prange: serial in #6"."""
    number = "" if one.loop is None else f"#{one.loop}, "
    what = clean(one.what) or "for over something else than prange"
    how = {
        "parallel": "parallel",
        "fused": f"fused into #{one.into}",
        "serial": f"serial inside of #{one.into}, which is parallel",
    }
    return f"{number}{what}: {how.get(one.state, 'not parallel')}"


def _object_lines(one: NumbaOverloadReport) -> Iterator[str]:
    if one.objects:
        yield f"Python objects: {', '.join(map(clean, one.objects))}"


def _type_lines(one: NumbaOverloadReport) -> Iterator[str]:
    for line in one.lines:
        names = ", ".join(f"{clean(v.name)}: {clean(v.type)}" for v in line.variables)
        yield f"line {line.line}  {names}"


def notes(one: NumbaFunctionReport) -> list[str]:
    """Its options, and what is special about it."""
    found = [clean(option) for option in one.options]
    if one.combinations > 1:
        found.append(f"{one.combinations} combinations of types")
    if one.same_code > 1:
        found.append(f"one of {one.same_code} made of the same code")
    if one.cache is not None:
        found.append(f"cache: {one.cache_hits} hits, {one.cache_misses} misses")
    return found


def signature(one: NumbaOverloadReport) -> str:
    """ "(int64) → float64", and object mode."""
    text = f"({', '.join(map(clean, one.types))}) → {clean(one.returns)}"
    if one.object_mode:
        text += "  in object mode"
        if one.lifted:
            text += f", {one.lifted} loops compiled"
    return text
