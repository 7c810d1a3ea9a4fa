"""By which call a thread communicates with other ranks: by `communication.tsv`.

    side       python: by file and function; native: by library and symbol
    where      in the file's or library's path
    names      of functions; * for any rest
    arguments  in their order, as `Call.details` has them: "tensor" tells shape and dtype
    example    a name that the row is for: a test holds that no row above takes it

A call counts where it lies further in than the user's innermost line, and of several the outermost:
all_gather_object is what was called, and all_gather how it is done.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from typing import NamedTuple, cast

from atfault.model.absent import Absent
from atfault.model.job import Call, CallKind
from atfault.model.stacks import ThreadFrame, ThreadState
from atfault.model.values import Value, Variable
from atfault.text.tables import table

ARRAYS = ("tensor", "buffer")
"""Arguments whose shape and dtype have to fit."""
TOLD = {"src": "root", "dst": "root", "root": "root", "peer": "peer", "tag": "tag"}
KEYWORDS = {"dest": "peer", "source": "peer", "buf": "buffer", "obj": "buffer"}
"""Of mpi4py, and what we call them."""
RECEIVES = {"src": "peer"}
SENDS = {"dst": "peer"}
MAX_FRAMES = 64
MAX_TEXT = 60


class Row(NamedTuple):
    side: str
    library: str
    where: str
    names: tuple[str, ...]
    kind: CallKind
    arguments: tuple[str, ...]
    example: str

    def takes(self, path: str, name: str) -> bool:
        return self.where in path and any(fnmatchcase(name, one) for one in self.names)


@cache
def rows() -> tuple[Row, ...]:
    """Of the table."""
    return tuple(
        Row(
            one["side"], one["library"], one["where"], tuple(one["names"].split()),
            cast(CallKind, one["kind"]), tuple(one["arguments"].split()), one["example"],
        )
        for one in table("communication.tsv", beside=__file__)
    )  # fmt: skip


def row_for(side: str, path: str, name: str) -> Row | None:
    """side: python or native; path: of its file, or the name of its library."""
    name = name.removeprefix("P" * (side == "native" and name.startswith("PMPI_")))
    return next((one for one in rows() if one.side == side and one.takes(path, name)), None)


def row_of(frame: ThreadFrame) -> tuple[Row, str] | None:
    """The row that a frame is for, and its function; None for none."""
    if frame.python is not None:
        code = frame.python.code
        side, path, name = "python", code.filename.replace("\\", "/"), code.name
    elif frame.native is not None and frame.native.module is not None:
        native = frame.native
        side, path = "native", os.path.basename(frame.native.module.path)
        name = (
            (native.name or native.symbol)
            .partition("(")[0]
            .removeprefix("P" * (native.symbol.startswith("PMPI_")))
        )
    else:
        return None
    row = row_for(side, path, name)
    return None if row is None else (row, name)


def calling_frames(frames: tuple[ThreadFrame, ...]) -> Iterator[tuple[int, Row, str]]:
    """(index, row, function) of the frames that communicate, innermost first."""
    for index, frame in enumerate(frames[:MAX_FRAMES]):
        if frame.mine:
            return
        found = row_of(frame)
        if found is not None:
            yield index, *found


def call_of(thread: ThreadState) -> Call | None:
    """By which it communicates; None when it does something else."""
    found = list(calling_frames(thread.stack.frames))
    if not found:
        return None
    index, row, name = outermost(found)
    arguments = dict(_arguments(thread.stack.frames, index, row))
    return Call(row.library, name, row.kind, tuple(sorted(_details(row, arguments))))


def outermost(found: list[tuple[int, Row, str]]) -> tuple[int, Row, str]:
    """Of the frames that communicate, innermost first, the one that is meant."""
    return ([one for one in found if one[1].kind != "wait"] or found)[-1]


def _arguments(
    frames: tuple[ThreadFrame, ...], index: int, row: Row
) -> Iterator[tuple[str, Value]]:
    """What the call was given: what a decorator of it got as `args` and `kwargs`, its variables, or
    the operands of the frame that called native code."""
    outer = [one.python for one in frames[index : index + MAX_FRAMES] if one.python is not None]
    if row.side == "native":
        yield from _operands(outer[0].operands, row) if outer else ()
        return
    known: dict[str, Value | Absent]
    for python in outer[1:2]:  # what it was called with, before it filled in what was left out
        known = {one.name: one.value for one in python.variables}
        if {"args", "kwargs"} <= known.keys():
            yield from _of_decorator(known, row)
            return
    for one, value in outer[0].values:
        yield one.name, value


def _of_decorator(known: dict[str, Value | Absent], row: Row) -> Iterator[tuple[str, Value]]:
    given, named = known["args"], known["kwargs"]
    if isinstance(given, Value):
        for name, (_, value) in zip(row.arguments, given.children):
            yield name, value
    if isinstance(named, Value):
        for accessor, value in named.children:
            yield accessor.strip("[]'\""), value


def _operands(operands: tuple[Variable, ...], row: Row) -> Iterator[tuple[str, Value]]:
    """ "argument 1 of Send", "argument dest of Send"."""
    for one in operands:
        words = one.name.split(" ")
        if one.is_passed and len(words) > 1 and isinstance(one.value, Value):
            number = int(words[1]) if words[1].isdigit() and len(words[1]) < 3 else 0
            if not number:
                yield KEYWORDS.get(words[1], words[1]), one.value
            elif number <= len(row.arguments):
                yield row.arguments[number - 1], one.value


def _details(row: Row, arguments: dict[str, Value]) -> Iterator[tuple[str, str]]:
    renamed = TOLD | {"receive": RECEIVES, "send": SENDS}.get(row.kind, {})
    for name, value in arguments.items():
        if name in ARRAYS:
            yield from _of_array(value, is_exact=row.kind == "collective")
        elif name in renamed and value.type == "int":
            yield renamed[name], value.text[:MAX_TEXT]
        elif name == "group" and value.type != "NoneType":
            yield "group", "of its own"


def _of_array(value: Value, *, is_exact: bool) -> Iterator[tuple[str, str]]:
    """is_exact: what takes part has to have the same."""
    buffer = value.buffer or next((v.buffer for _, v in value.children if v.buffer), None)
    if buffer is not None and is_exact and buffer.dtype:
        yield "shape", str(list(buffer.shape))
        yield "dtype", buffer.dtype
