"""What the probe wrote of Numba's work in a run (`atfault numba`) → `NumbaRun`.

Written by the program's own processes (atfault_probe/numba/report.py, bounds.py), so each
field is checked and bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, get_args

from atfault.decode.numba.compare import plain_json, read_comparisons
from atfault.decode.numba.failure import (
    MAX_ITEMS,
    MAX_NAME,
    Mask,
    location_of,
    read_function,
    read_type,
)
from atfault.decode.plain_fields import dicts_of, integer_of, list_of, text_of, texts_of
from atfault.model.numba import NumbaFunction
from atfault.model.numba_run import (
    BoundsHit,
    ChangedFile,
    CompiledFunction,
    CompiledOverload,
    FrozenGlobal,
    Misfit,
    MisfitKind,
    NumbaRun,
    ParallelLoop,
    Race,
    RaceKind,
    TypedLine,
    UnprovenKind,
    Wordless,
)
from atfault.model.secret_texts import mask_text
from atfault.model.stacks import Location
from atfault.options import Options

MAX_FUNCTIONS = 500
MAX_OVERLOADS = 64
MAX_LINES = 100_000
MAX_TYPED, MAX_LOOPS = 400, 100
MAX_HITS = 200
"""Places of which failed checks are told."""
_SITE = re.compile(r"site (\d{1,20}) (\{.{0,20000}\})$")
_HIT = re.compile(r"hit (\d{1,20}) (-?\d{1,20}) (-?\d{1,20})$")


def read_run(
    reports: Iterable[bytes],
    bounds: Iterable[bytes],
    compared: Iterable[bytes],
    options: Options,
    wanted: str,
) -> NumbaRun:
    """The run. reports, bounds, compared: files of the probe; what is damaged is left out.

    wanted: what the probe was to do.
    """
    mask = mask_text if options.mask_secrets else str
    functions: list[CompiledFunction] = []
    version = ""
    plains = [plain_json(data.decode("utf-8", "replace")) for data in reports]
    for plain in plains:
        version = text_of(plain, "numba", 40) or version
        functions += [_function(one, mask) for one in dicts_of(plain, "functions", MAX_FUNCTIONS)]
    return NumbaRun(
        version,
        tuple(functions[:MAX_FUNCTIONS]),
        _hits(bounds),
        checked="bounds" in wanted,
        comparisons=read_comparisons(plains, compared, options) if "compare" in wanted else None,
    )


def _function(plain: dict[str, Any], mask: Mask) -> CompiledFunction:
    cache = plain.get("cache")
    cache = cache if isinstance(cache, dict) else {}
    overloads = tuple(_overload(one, mask) for one in dicts_of(plain, "overloads", MAX_OVERLOADS))
    function = read_function(plain.get("function"))
    outdated = plain.get("outdated")
    outdated = outdated if isinstance(outdated, dict) else {}
    races = tuple(_races(plain, function))
    return CompiledFunction(
        function=function,
        arguments=texts_of(plain, "arguments", MAX_ITEMS),
        options=texts_of(plain, "options", MAX_ITEMS),
        cache_path=text_of(cache, "path", 4096) or None,
        cache_files=text_of(cache, "base", 1024),
        cache_hits=max(integer_of(cache, "hits") or 0, 0),
        cache_misses=max(integer_of(cache, "misses") or 0, 0),
        same_code=max(integer_of(plain, "same_code") or 1, 1),
        overload_count=max(integer_of(plain, "count") or 0, len(overloads)),
        overloads=overloads,
        changed=_frozen(plain, "changed", function, mask),
        cached_globals=_frozen(outdated, "globals", function, mask),
        cached_files=tuple(_files(outdated, function)),
        races=tuple(one for one in races if one.how not in ("unproven", "unseen")),
        unproven=tuple(one for one in races if one.how == "unproven"),
        unseen=tuple(one for one in races if one.how == "unseen"),
        looked=plain.get("looked") is not False,
        misfits=tuple(_misfits(plain, function, mask)),
        wordless=tuple(
            Wordless(
                text_of(one, "name", MAX_NAME),
                text_of(one, "variable", MAX_NAME),
                read_type(one.get("type"), mask),
                _place(one, function),
            )
            for one in dicts_of(plain, "wordless", MAX_ITEMS)
        ),
        blocks=tuple(
            (_place(one, function), max(integer_of(one, "times") or 0, 0))
            for one in dicts_of(plain, "blocks", MAX_ITEMS)
        ),
        made=tuple(_made(plain)),
        declared=plain.get("declared") is True,
        stand_in=_stand_in(plain),
    )


def _stand_in(plain: dict[str, Any]) -> Location | None:
    parts = list_of(plain, "stand_in", 2)
    if len(parts) == 2 and isinstance(parts[0], str) and type(parts[1]) is int and parts[1] > 0:
        return Location(parts[0][:4096], parts[1])
    return None


def _made(plain: dict[str, Any]) -> Iterator[tuple[Location, str]]:
    for parts in list_of(plain, "made", MAX_ITEMS):
        if isinstance(parts, list) and len(parts) == 6 and _are_texts([parts[0], parts[5]]):
            location = location_of({"place": parts[1:5]}, parts[0][:4096])
            if location is not None:
                yield location, parts[5][:MAX_NAME]


def _races(plain: dict[str, Any], function: NumbaFunction) -> Iterator[Race]:
    for one in dicts_of(plain, "races", MAX_ITEMS):
        how: Any = text_of(one, "how", 20)
        if how in get_args(RaceKind):
            yield Race(
                how,
                text_of(one, "variable", MAX_NAME),
                _place(one, function),
                max(integer_of(one, "loop") or 0, 0),
                text_of(one, "index", MAX_NAME),
                text_of(one, "method", MAX_NAME),
                one.get("guarded") is True,
                *_followed(one),
            )


def _followed(one: dict[str, Any]) -> tuple[tuple[int, int] | None, str, int, bool, UnprovenKind]:
    """What came of iterations that were followed, as Race has it."""
    met = list_of(one, "met", 3)
    numbers = [each for each in met[:2] if type(each) is int]
    tried = integer_of(one, "tried") or 0
    why: Any = text_of(one, "why", 20)
    return (
        (numbers[0], numbers[1]) if len(numbers) == 2 else None,
        met[2][:MAX_NAME] if len(met) == 3 and isinstance(met[2], str) else "",
        abs(tried),
        tried > 0,
        why if why in get_args(UnprovenKind) else "other",
    )


def _misfits(plain: dict[str, Any], function: NumbaFunction, mask: Mask) -> Iterator[Misfit]:
    for one in dicts_of(plain, "objmode", MAX_ITEMS):
        how: Any = text_of(one, "how", 20)
        if how in get_args(MisfitKind):
            yield Misfit(
                how,
                text_of(one, "variable", MAX_NAME),
                text_of(one, "declared", MAX_NAME),
                mask(text_of(one, "came", MAX_NAME)),
                _place(one, function),
                location_of({"place": one.get("made")}, function.file),
            )


def _frozen(
    plain: dict[str, Any], key: str, function: NumbaFunction, mask: Mask
) -> tuple[FrozenGlobal, ...]:
    return tuple(
        FrozenGlobal(
            name=text_of(one, "name", MAX_NAME),
            then=mask(text_of(one, "then", MAX_NAME)),
            now=mask(text_of(one, "now", MAX_NAME)),
            location=_place(
                one, function._replace(file=text_of(one, "file", 4096) or function.file)
            ),
            function=text_of(one, "function", MAX_NAME),
        )
        for one in dicts_of(plain, key, MAX_ITEMS)
    )


def _files(plain: dict[str, Any], function: NumbaFunction) -> Iterator[ChangedFile]:
    for one in dicts_of(plain, "files", MAX_ITEMS):
        name, file = text_of(one, "name", MAX_NAME), text_of(one, "file", 4096)
        changed, compiled = one.get("changed"), one.get("compiled")
        if isinstance(changed, float) and isinstance(compiled, float):
            yield ChangedFile(name, file, _place(one, function), changed, compiled)


def _place(plain: dict[str, Any], function: NumbaFunction) -> Location:
    place = location_of(plain, function.file)
    return Location(function.file, function.first_line) if place is None else place


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
        lines=tuple(_lines(plain, mask)),
        loops=tuple(_loops(plain)),
    )


def _lines(plain: dict[str, Any], mask: Mask) -> Iterator[TypedLine]:
    for one in list_of(plain, "lines", MAX_TYPED):
        if isinstance(one, list) and len(one) == 2 and type(one[0]) is int and one[0] > 0:
            pairs = list_of({"names": one[1]}, "names", MAX_ITEMS)
            names = tuple(
                (pair[0][:MAX_NAME], mask(pair[1][:MAX_NAME]))
                for pair in pairs
                if isinstance(pair, list) and len(pair) == 2 and _are_texts(pair)
            )
            yield TypedLine(one[0], names)


def _are_texts(parts: list[Any]) -> bool:
    return all(isinstance(part, str) for part in parts)


def _loops(plain: dict[str, Any]) -> Iterator[ParallelLoop]:
    states = get_args(ParallelLoop.__annotations__["state"])
    for one in dicts_of(plain, "loops", MAX_LOOPS):
        state: Any = text_of(one, "state", 20)
        if state not in states:
            continue
        apart = tuple(
            (pair[0], pair[1][:MAX_NAME])
            for pair in list_of(one, "apart", MAX_ITEMS)
            if isinstance(pair, list)
            and len(pair) == 2
            and type(pair[0]) is int
            and isinstance(pair[1], str)
        )
        yield ParallelLoop(
            line=max(integer_of(one, "line") or 0, 0),
            what=text_of(one, "what", MAX_NAME),
            state=state,
            number=integer_of(one, "id"),
            into=integer_of(one, "into"),
            apart=apart,
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
                sites.setdefault(site[1], plain_json(site[2]))
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
