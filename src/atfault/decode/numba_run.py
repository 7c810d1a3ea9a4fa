"""What the probe wrote of Numba's work in a run (`atfault numba`) → `NumbaRun`.

Written by the program's own processes (atfault_probe/numba_report.py, numba_bounds.py), so each
field is checked and bounded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from atfault.decode.numba_failure import (
    MAX_ITEMS,
    MAX_NAME,
    Mask,
    location_of,
    read_function,
    read_type,
)
from atfault.decode.plain_fields import dicts_of, integer_of, list_of, text_of, texts_of
from atfault.model.numba_run import BoundsHit, CompiledFunction, CompiledOverload, NumbaRun

MAX_FUNCTIONS = 500
MAX_OVERLOADS = 64
MAX_LINES = 100_000
MAX_HITS = 200
"""Places of which failed checks are told."""
_SITE = re.compile(r"site (\d{1,20}) (\{.{0,20000}\})$")
_HIT = re.compile(r"hit (\d{1,20}) (-?\d{1,20}) (-?\d{1,20})$")


def read_run(
    reports: Iterable[bytes], bounds: Iterable[bytes], mask: Mask, *, checked: bool
) -> NumbaRun:
    """The run. reports, bounds: files of the probe; what is damaged is left out."""
    functions: list[CompiledFunction] = []
    version = ""
    for data in reports:
        plain = _json(data.decode("utf-8", "replace"))
        version = text_of(plain, "numba", 40) or version
        functions += [_function(one, mask) for one in dicts_of(plain, "functions", MAX_FUNCTIONS)]
    return NumbaRun(version, tuple(functions[:MAX_FUNCTIONS]), _hits(bounds), checked)


def _json(text: str) -> dict[str, Any]:
    try:
        plain = json.loads(text, parse_constant=lambda name: None)
    except (ValueError, RecursionError):
        return {}
    return plain if isinstance(plain, dict) else {}


def _function(plain: dict[str, Any], mask: Mask) -> CompiledFunction:
    cache = plain.get("cache")
    cache = cache if isinstance(cache, dict) else {}
    overloads = tuple(_overload(one, mask) for one in dicts_of(plain, "overloads", MAX_OVERLOADS))
    return CompiledFunction(
        function=read_function(plain.get("function")),
        arguments=texts_of(plain, "arguments", MAX_ITEMS),
        options=texts_of(plain, "options", MAX_ITEMS),
        cache_path=text_of(cache, "path", 4096) or None,
        cache_hits=max(integer_of(cache, "hits") or 0, 0),
        cache_misses=max(integer_of(cache, "misses") or 0, 0),
        same_code=max(integer_of(plain, "same_code") or 1, 1),
        overload_count=max(integer_of(plain, "count") or 0, len(overloads)),
        overloads=overloads,
    )


def _overload(plain: dict[str, Any], mask: Mask) -> CompiledOverload:
    types = [read_type(one, mask) for one in list_of(plain, "types", MAX_ITEMS)]
    passes = [
        (one[0][:MAX_NAME], _seconds(one[1]))
        for one in list_of(plain, "passes", 8)
        if isinstance(one, list) and len(one) == 2 and isinstance(one[0], str)
    ]
    return CompiledOverload(
        types=tuple(one for one in types if one is not None),
        returns=read_type(plain.get("returns"), mask),
        object_mode=plain.get("object_mode") is True,
        lifted=max(integer_of(plain, "lifted") or 0, 0),
        seconds=_seconds(plain.get("seconds")),
        passes=tuple(passes),
    )


def _seconds(value: Any) -> float:
    known = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if known and 0 <= value < 1e9 else 0.0


def _hits(files: Iterable[bytes]) -> tuple[BoundsHit, ...]:
    """A site may be described in the file of another process than that in which a check failed."""
    sites: dict[str, dict[str, Any]] = {}
    failed: dict[str, list[int]] = {}
    for data in files:
        for line in data.decode("ascii", "replace").splitlines()[:MAX_LINES]:
            site, hit = _SITE.match(line), _HIT.match(line)
            if site is not None:
                sites.setdefault(site[1], _json(site[2]))
            elif hit is not None:
                known = failed.setdefault(hit[1], [int(hit[2]), int(hit[3]), 0])
                known[2] += 1
    found = []
    for number, (position, size, times) in list(failed.items())[:MAX_HITS]:
        plain = sites.get(number, {})
        function = read_function(plain.get("function"))
        place = location_of(plain, function.file)
        if place is not None:
            # Numba has added the size to a negative index already.
            position = position - size if position < 0 else position
            axis, array = integer_of(plain, "axis"), text_of(plain, "array", MAX_NAME)
            ndim = integer_of(plain, "ndim")
            one = BoundsHit(function, place, array, ndim, axis, position, size, times)
            found.append(one)
    return tuple(found)
