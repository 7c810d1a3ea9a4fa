"""What Numba compiled, as a table.

Compiled by Numba 0.68.1
  1.03 s  shift (oob.py:11)  parallel
            (array(float64, 1d, C), int64) → array(float64, 1d, C)  1.03 s
"""

from __future__ import annotations

from atfault.model.report import NumbaFunctionReport, NumbaOverloadReport, NumbaReport
from atfault.report.escape import clean, crop
from atfault.report.places import Places

MAX_FUNCTIONS, MAX_OVERLOADS = 12, 3
"""Without -v."""


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
        notes = "  ".join(_notes(one))
        lines.append(
            crop(f"  {seconds:6.2f} s  {clean(one.function)} ({place})  {notes}".rstrip(), width)
        )
        shown = one.overloads if verbose else one.overloads[:MAX_OVERLOADS]
        left_out += len(one.overloads) - len(shown)
        for overload in shown:
            lines.append(crop(f"              {_signature(overload)}", width))
            if verbose:
                passes = ", ".join(f"{clean(n)} {s:.2f} s" for n, s in overload.passes)
                lines.append(crop(f"                {passes}", width))
    return lines, left_out


def _notes(one: NumbaFunctionReport) -> list[str]:
    notes = [clean(option) for option in one.options]
    if one.combinations > 1:
        notes.append(f"{one.combinations} combinations of types")
    if one.same_code > 1:
        notes.append(f"one of {one.same_code} made of the same code")
    if one.cache is not None:
        notes.append(f"cache: {one.cache_hits} hits, {one.cache_misses} misses")
    return notes


def _signature(one: NumbaOverloadReport) -> str:
    text = f"({', '.join(map(clean, one.types))}) → {clean(one.returns)}"
    if one.object_mode:
        text += "  in object mode"
        if one.lifted:
            text += f", {one.lifted} loops compiled"
    return text
