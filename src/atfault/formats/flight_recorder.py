"""Dumps of PyTorch's flight recorder: which collective operations a rank has begun, in which order.

torch/csrc/distributed/c10d/FlightRecorder.hpp, which NCCL, Gloo and XCCL share: a ring of entries,
written as a pickle of plain data (`_dump_fr_trace`, and what a watchdog leaves in
TORCH_FR_DUMP_TEMP_FILE) or as JSON (`_dump_fr_trace_json`, without frames).

    {"version": "2.10", "pg_config": {"0": {"desc": "default_pg", "ranks": "[0, 1]"}},
     "entries": [
      {"record_id": 4, "process_group": ("0", "default_pg"), "collective_seq_id": 4,
       "is_p2p": False, "profiling_name": "gloo:all_reduce", "input_sizes": [[1000]],
       "input_dtypes": ["Float"], "state": "scheduled", "retired": False, "time_created_ns": …,
       "frames": [{"name": "step", "filename": "train.py", "line": 27}, …]}, …]}

What is read is read by the names of the fields, whatever the version says; a dump without them is
refused. With Gloo an entry stays "scheduled" and is `retired` when it is done, and `pg_config` has
the wrong names or no ranks: such a group is known by who has entries in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

from atfault.errors import FormatError
from atfault.formats.plain_pickle import is_pickle, loads_plain, loads_plain_json
from atfault.model.job import Call
from atfault.model.places import Place

MAX_ENTRIES = 1 << 16
"""Of a dump, the latest; a ring has 2,000 by default."""
MAX_FRAMES, MAX_TEXT, MAX_SIZES, MAX_RANKS = 48, 200, 16, 1 << 17
MAX_COUNT = 1 << 48
SAME_SIZES = (
    *("all_reduce", "allreduce", "broadcast", "reduce", "_all_gather_base"),
    *("_reduce_scatter_base", "all_gather_into_tensor", "reduce_scatter_tensor"),
)
"""Operations to which every rank of a group brings as much as the others; all_to_all, gather and
scatter may differ."""
DTYPES = {
    "Float": "float32", "Double": "float64", "Half": "float16", "BFloat16": "bfloat16",
    "Long": "int64", "Int": "int32", "Short": "int16", "Char": "int8", "Byte": "uint8",
    "Bool": "bool", "ComplexFloat": "complex64", "ComplexDouble": "complex128",
}  # fmt: skip
"""c10::toString(ScalarType), and what tensors print."""
_WANTED = ("process_group", "collective_seq_id", "profiling_name", "state", "record_id")
_PEER = re.compile(r"(\d{1,6})(->|<-)(\d{1,6})")


class Entry(NamedTuple):
    """One operation that a rank has begun."""

    group: str
    """Of processes: "default_pg", or its name and what it is described as."""
    number: int
    """Of the collective operation within its group, from 1: those of one number meet."""
    call: Call
    size: int
    """Elements that it brings, where all ranks have to bring as many; else 0."""
    is_done: bool
    created: int
    """Nanoseconds since the epoch, by its host's clock."""
    frames: tuple[Place, ...]
    """frames[0] is the innermost."""


class Dump(NamedTuple):
    """What one rank has left."""

    rank: int | None
    """None where the dump does not tell: its file's name does."""
    entries: tuple[Entry, ...]
    is_overrun: bool
    """Older entries are gone: the ring was full."""
    members: tuple[tuple[str, tuple[int, ...]], ...]
    """(group, ranks), of the groups whose ranks are told."""
    reached: tuple[tuple[str, int], ...] = ()
    """(group, number) of the latest operation that it has begun there, which need not be among the
    entries of a dump of those alone that are under way."""


def is_dump(plain: object) -> bool:
    """Whether plain data is one."""
    return isinstance(plain, dict) and isinstance(plain.get("entries"), list)


def read_dump(data: bytes) -> Dump:
    """A dump, of either form. Raises FormatError."""
    return dump_of(loads_plain(data) if is_pickle(data) else loads_plain_json(data))


def dump_of(plain: object) -> Dump:
    """The same of plain data. Raises FormatError for what is no dump, or has not the fields that
    are needed."""
    if not isinstance(plain, dict) or not isinstance(plain.get("entries"), list):
        raise FormatError("no dump of the flight recorder")
    told = [one for one in plain["entries"] if isinstance(one, dict)]
    if told and any(name not in told[0] for name in _WANTED):
        lacks = next(name for name in _WANTED if name not in told[0])
        version = str(plain.get("version"))[:20]
        raise FormatError(f"a dump of the flight recorder, version {version}, without {lacks!r}")
    records = [_count(one.get("record_id")) for one in told]
    entries = [entry for one in told[-MAX_ENTRIES:] for entry in (_entry(one),) if entry]
    is_overrun = len(told) > MAX_ENTRIES or min(records, default=0) > 0
    rank = plain.get("rank")
    is_told = type(rank) is int and 0 <= rank < MAX_RANKS
    members, reached = tuple(_members(plain)), tuple(_reached(plain, told))
    return Dump(rank if is_told else None, tuple(entries), is_overrun, members, reached)


def _entry(one: Mapping[str, Any]) -> Entry | None:
    """None for one that tells nothing."""
    name, number = _text(one.get("profiling_name")), _count(one.get("collective_seq_id"))
    _, _, operation = name.rpartition(":")
    if not operation:
        return None
    is_message = one.get("is_p2p") is True
    sizes = _listed(one.get("input_sizes"))
    words = operation.split(" ")
    call = Call("torch", words[0], "collective", _details(one, words[0], sizes))
    if is_message:
        call = _message(operation)
    state = one.get("state")
    is_done = state == "completed" or one.get("retired") is True
    return Entry(
        _group(one.get("process_group")),
        number,
        call,
        _elements(sizes) if words[0] in SAME_SIZES else 0,
        is_done or bool(_count(one.get("time_discovered_completed_ns"))),
        _count(one.get("time_created_ns")),
        tuple(_frames(one.get("frames"))),
    )


def _details(
    one: Mapping[str, Any], operation: str, sizes: list[Any]
) -> tuple[tuple[str, str], ...]:
    """What has to fit."""
    if operation not in SAME_SIZES or not sizes:
        return ()
    shape = str(sizes[0] if len(sizes) == 1 else sizes[:MAX_SIZES])[:MAX_TEXT]
    names = dict.fromkeys(map(_text, _listed(one.get("input_dtypes"))[:MAX_SIZES]))
    dtype = ",".join(DTYPES.get(name, name) for name in names)[:MAX_TEXT]
    return tuple([pair for pair in (("dtype", dtype), ("shape", shape)) if pair[1]])


def _message(operation: str) -> Call:
    """Of "send 0->1", "recv 0<-1"; what sends and receives at once is a wait."""
    name = operation.split(" ")[0]
    peer = _PEER.search(operation)
    details = () if peer is None else (("peer", peer[3]),)
    if name in ("send", "isend"):
        return Call("torch", name, "send", details)
    if name in ("recv", "irecv", "recvAnySource", "recv_any_source"):
        return Call("torch", name, "receive", details)
    return Call("torch", name, "wait")


def _elements(sizes: list[Any]) -> int:
    total = 0
    for one in sizes[:MAX_SIZES]:
        parts = _listed(one)[:MAX_SIZES]
        if all(type(part) is int and 0 <= part < MAX_COUNT for part in parts):
            total += prod(parts)
    return total


def _group(told: object) -> str:
    """Of (name, description)."""
    parts = told if isinstance(told, list | tuple) else (told,)
    name, about = [_text(one) for one in (*parts, "", "")[:2]]
    if about in ("", "undefined"):
        return f"group {name}"
    return about if about == "default_pg" else f"{about} {name}"


def _members(plain: Mapping[str, Any]) -> list[tuple[str, tuple[int, ...]]]:
    found = []
    config = plain.get("pg_config")
    for key, one in config.items() if isinstance(config, dict) else ():
        if not isinstance(one, dict) or not key:
            continue
        ranks = re.findall(r"\d{1,6}", str(one.get("ranks", ""))[: 8 * MAX_RANKS])
        numbers = tuple(sorted({int(rank) for rank in ranks if int(rank) < MAX_RANKS}))
        if numbers:
            found.append((_group((str(key), _text(one.get("desc")))), numbers))
    return found


def _reached(plain: Mapping[str, Any], told: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """As `pg_status` tells, by the number that a group has in this process."""
    groups = {str(one.get("pg_id"))[:20]: _group(one.get("process_group")) for one in told}
    status = plain.get("pg_status")
    found = [
        (groups[str(key)], _count(one.get("last_enqueued_collective")))
        for key, one in (status.items() if isinstance(status, dict) else ())
        if isinstance(one, dict) and str(key) in groups
    ]
    return [one for one in found if one[1]]


def _frames(told: object) -> list[Place]:
    found = []
    for one in _listed(told)[:MAX_FRAMES]:
        if isinstance(one, dict):
            line = _count(one.get("line"))
            found.append(_place(_text(one.get("filename")), line or None, _text(one.get("name"))))
    return found


@lru_cache(1 << 12)
def _place(file: str, line: int | None, function: str) -> Place:
    """The same object for the same line: entries have most of them in common."""
    return Place(file, line, function)


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: object) -> str:
    return value[:MAX_TEXT] if isinstance(value, str) else ""


def _count(value: object) -> int:
    """Of a number, which JSON may have as text; 0 for none."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 21:
        value = int(value)
    return value if type(value) is int and 0 <= value < 1 << 64 else 0
