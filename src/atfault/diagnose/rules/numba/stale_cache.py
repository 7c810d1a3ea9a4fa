"""numba-stale-cache: a function from the cache that was compiled with something else."""

from __future__ import annotations

import datetime
import shlex
from collections.abc import Iterator

from atfault.diagnose.numba.failed import at
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Blame, Finding
from atfault.model.numba_run import ChangedFile, CompiledFunction

MAX_BLAME = 8


@rule(
    "numba-stale-cache",
    family="exception",
    plain_title=True,
    yields_to=("checked-bounds", "numba-result-differs"),
)
def numba_stale_cache(case: Case) -> Iterator[Finding]:
    """A function with `cache=True` was loaded from the cache, and what it was compiled with has
    changed since.

    Numba compiles a cached function again when its own file has changed. It does not look at the
    files of other compiled functions that it calls, nor at the values of globals: their old code
    and their old values go on in the cached one. It is `certain` where the cache holds another
    value of a global, `likely` where a file is newer than the cache.

    What to do: remove the function's files from the cache. Pass what may change as an argument.
    """
    if isinstance(case.numba, Absent):
        return
    stale = [one for one in case.numba.functions if one.cached_globals or one.cached_files]
    stale.sort(key=lambda one: not one.cached_globals)
    if not stale:
        return
    first = stale[0]
    yield Finding.of(
        summary=_summary(first),
        confidence="certain" if first.cached_globals else "likely",
        title="Taken from Numba's cache, and out of date",
        blame=tuple(_blame(stale))[:MAX_BLAME],
        evidence=tuple(text for one in stale for text in _evidence(one)),
        advice=_advice(first),
    )


def _summary(one: CompiledFunction) -> str:
    name = one.function.name
    if one.cached_globals:
        value = one.cached_globals[0]
        return f"{name} was cached with {value.name} = {value.then}; it is {value.now} now"
    file = one.cached_files[0]
    return f"{name} was cached before {_short(file)} changed, which has {file.name}"


def _short(file: ChangedFile) -> str:
    return file.file.rpartition("/")[2]


def _blame(stale: list[CompiledFunction]) -> Iterator[Blame]:
    for one in stale:
        for value in one.cached_globals:
            yield at(value.location, value.function or one.function.name, "")
        for file in one.cached_files:
            yield at(file.location, one.function.name, "")


def _evidence(one: CompiledFunction) -> Iterator[str]:
    name = one.function.name
    for value in one.cached_globals:
        yield f"{name} in the cache has {value.name} = {value.then}, and the program {value.now}"
    for file in one.cached_files:
        changed, compiled = _time(file.changed), _time(file.compiled)
        yield f"{_short(file)}, with {file.name}, changed {changed}; {name} was cached {compiled}"
    yield f"it was loaded from {one.cache_path}"


def _time(seconds: float) -> str:
    try:
        at_time = datetime.datetime.fromtimestamp(seconds)
    except (ValueError, OverflowError, OSError):
        return "at an unknown time"
    return at_time.strftime("%Y-%m-%d %H:%M:%S")


def _advice(one: CompiledFunction) -> Iterator[Advice | str]:
    command = None
    if one.cache_path and one.cache_files:
        command = f"rm {shlex.quote(one.cache_path)}/{shlex.quote(one.cache_files)}.*"
    yield Advice(f"have {one.function.name} compiled anew", command=command)
    if one.cached_globals:
        yield f"pass {one.cached_globals[0].name} as an argument"
