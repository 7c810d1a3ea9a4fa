"""`atfault.rank/1`: a rank of a job as one look at it leaves it, a line of JSON in a file.

    {"schema": "atfault.rank/1", "host": "node3", …}        the head: what all lines have in common
    {"stack": "1f0c…", "frames": [["wait", "queue.py", 171, 0], …]}     a row of the table of stacks
    {"rank": 24, "world": 64, "pid": 4711, "job": "RANK 29500", "looked": [1764400000.1, …02.3], …}

docs/ranks.md has every field. A file holds no addresses, texts of variables or memory: what stands
in it is what the JSON report has in `job`, and one finding a rank. Whoever reads one takes it for
hostile: a line that does not fit is refused by itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple, TypeGuard, cast, get_args

from atfault.errors import FormatError
from atfault.model.findings import CONFIDENCES
from atfault.model.job import Call, CallKind, Doing, Found, RankPlace
from atfault.model.places import Place

SCHEMA = "atfault.rank/1"
MAX_LINE = 64 << 10
"""Bytes of one line."""
MAX_RANK = 1 << 17
MAX_FRAMES, MAX_THREADS, MAX_COUNTERS, MAX_DETAILS = 32, 64, 16, 8
MAX_TEXT, MAX_NAME = 300, 120
MAX_NUMBER = 1 << 40
Frames = tuple[Place, ...]


class RankRecord(NamedTuple):
    """One rank, as it was looked at."""

    place: RankPlace
    world: int | None = None
    """How many ranks there are; None where the launcher does not tell."""
    job: str = ""
    """Equal for two ranks of one job; "" where that is not known."""
    host: str = ""
    command: str = ""
    """Of what it runs: the name of a script or module, or a hash; equal in all ranks as a rule."""
    looked: tuple[float, float] = (0.0, 0.0)
    """When the first and the last look at it began, in seconds since the epoch by its host's clock;
    equal where there was one, 0.0 where that is not known."""
    threads: tuple[str, ...] = ()
    """Of its other threads: `stack_hash` of their frames, which the file has a row for."""


def stack_hash(frames: Frames) -> str:
    """16 hex digits; equal for equal functions, files and lines."""
    return blake2b(_text([_frame(one) for one in frames]).encode(), digest_size=8).hexdigest()


def head_line(host: str) -> str:
    """The first line of a file, with the newline."""
    return _text({"schema": SCHEMA, "host": host}) + "\n"


def stack_line(frames: Frames) -> str:
    """A row of its table of stacks."""
    rows = [_frame(one) for one in frames[:MAX_FRAMES]]
    return _text({"stack": stack_hash(frames), "frames": rows}) + "\n"


def rank_line(record: RankRecord) -> str:
    """A rank. What is empty, or not known, is left out."""
    place = record.place
    call, found = place.call, place.found
    plain: dict[str, Any] = {
        "rank": place.rank,
        "world": record.world,
        "job": record.job,
        "host": record.host,
        "pid": place.pid,
        "command": record.command,
        "looked": None if record.looked == (0.0, 0.0) else list(record.looked),
        "stands": place.stands,
        "call": call and {**call._asdict(), "details": dict(call.details)},
        "doing": place.doing,
        "worker": place.is_worker or None,
        "ended": place.ended[:MAX_TEXT],
        "at": place.at or None,
        "stack": [_frame(one) for one in place.stack[:MAX_FRAMES]],
        "counters": dict(place.counters[:MAX_COUNTERS]),
        "threads": list(record.threads[:MAX_THREADS]),
        "found": found and found._asdict(),
    }
    return _text({key: one for key, one in plain.items() if one not in (None, "", [], {})}) + "\n"


def read_rank(plain: Mapping[str, Any], head: Mapping[str, Any]) -> RankRecord:
    """A rank from a line's object. head: that of its file. Raises FormatError."""
    rank, world = plain.get("rank"), plain.get("world")
    if not _is_whole(rank, MAX_RANK):
        raise FormatError(f"no rank: {str(rank)[:40]!r}")
    if world is not None and not (_is_whole(world, MAX_RANK + 1) and world > rank):
        raise FormatError(f"rank {rank} of {str(world)[:40]!r}")
    stack = read_frames(plain.get("stack"))
    pid = plain.get("pid")
    pid = pid if _is_whole(pid, MAX_NUMBER) else 0
    place = RankPlace(
        rank,
        pid,
        pid,
        _call(plain.get("call")),
        next((one for one in stack if one.mine), None),
        stack,
        _one_of(plain.get("doing"), get_args(Doing)),
        stands if isinstance(stands := plain.get("stands"), bool) else None,
        tuple(_counters(plain.get("counters"))),
        plain.get("worker") is True,
        _name(plain.get("ended"), MAX_TEXT),
        _found(plain.get("found")),
        _times([plain.get("at"), plain.get("at")])[0],
    )
    return RankRecord(
        place,
        world,
        _name(plain.get("job")),
        _name(plain.get("host") or head.get("host")),
        _name(plain.get("command")),
        _times(plain.get("looked")),
        tuple([_name(one) for one in _listed(plain.get("threads"))[:MAX_THREADS]]),
    )


def read_frames(plain: object) -> Frames:
    """[[function, file, line, whether it is the user's own], …], the innermost first; what is no
    such row is left out."""
    return tuple(
        Place(_name(one[1]), line, _name(one[0]), mine=one[3] in (1, True))
        for one in _listed(plain)[:MAX_FRAMES]
        if isinstance(one, list) and len(one) > 3
        for line in (one[2] if _is_whole(one[2], MAX_NUMBER) else None,)
    )


def _frame(place: Place) -> list[object]:
    return [place.function[:MAX_NAME], place.file[-MAX_NAME:], place.line, int(place.mine)]


def _call(plain: object) -> Call | None:
    if not isinstance(plain, dict) or plain.get("kind") not in get_args(CallKind):
        return None
    details = plain.get("details")
    told = details.items() if isinstance(details, dict) else ()
    return Call(
        _name(plain.get("library")),
        _name(plain.get("operation")),
        plain["kind"],
        tuple([(_name(key), _name(one)) for key, one in sorted(told)][:MAX_DETAILS]),
    )


def _found(plain: object) -> Found | None:
    if not isinstance(plain, dict) or not isinstance(plain.get("cause"), str):
        return None
    confidence = plain.get("confidence")
    line = plain.get("line")
    return Found(
        _name(plain["cause"]),
        confidence if confidence in CONFIDENCES else "possible",
        _name(plain.get("summary"), MAX_TEXT),
        _name(plain.get("file")),
        line if _is_whole(line, MAX_NUMBER) else None,
        _name(plain.get("function")),
    )


def _counters(plain: object) -> Iterable[tuple[str, int]]:
    for key, one in list(plain.items())[:MAX_COUNTERS] if isinstance(plain, dict) else ():
        if type(one) is int and abs(one) < MAX_NUMBER:
            yield _name(key), one


def _times(plain: object) -> tuple[float, float]:
    told = _listed(plain)
    if len(told) != 2 or not all(
        type(one) in (int, float) and 0 <= one < MAX_NUMBER for one in told
    ):
        return (0.0, 0.0)
    return float(min(told)), float(max(told))


def _one_of(value: object, known: tuple[str, ...]) -> Doing:
    return cast(Doing, value if value in known else "")


def _is_whole(value: object, below: int) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < below


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _name(value: object, most: int = MAX_NAME) -> str:
    return value[:most] if isinstance(value, str) else ""


def _text(plain: object) -> str:
    return json.dumps(plain, separators=(",", ":"), allow_nan=False)
