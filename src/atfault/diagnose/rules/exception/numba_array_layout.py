"""numba-array-layout: an array must be writable, or lie in one piece, for what is done with it."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import failed, finding, name_within, replacing
from atfault.diagnose.numba.words import cut, operand_reason, shown, type_words
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.numba import NumbaFailure, NumbaType

IN_ONE_PIECE = ("reshape", "view", "ravel", "frombuffer")
"""Methods that Numba has for contiguous arrays alone."""
WRITES = ("setitem", "fill", "sort", "partition", "put", "itemset", "shuffle", "fill_diagonal")


@rule("numba-array-layout", family="exception", plain_title=True)
def numba_array_layout(case: Case) -> Iterator[Finding]:
    """A compiled function writes to a read-only array, or needs one that lies in one piece.

    That an array is read-only, and how it lies in memory, are parts of its type. Read-only are
    arrays that are globals (they are frozen when the function is compiled), those from
    `np.frombuffer` on bytes, and those whose writeable flag is off. A slice with a step and a
    transposed array do not lie in one piece, as `reshape` and `view` need it.

    What to do: pass a global array as an argument; make a copy (`x.copy()`), which is writable and
    lies in one piece.
    """
    one = failed(case)
    if one is None:
        return
    failure = one.failure
    said = "" if isinstance(one.error.message, Absent) else one.error.message
    if failure.what == "raised" and "contiguous" not in said:
        return  # it was raised for sizes
    array = read_only_of(failure)
    if array is not None:
        yield finding(
            one, case, _read_only_summary(failure), _evidence(failure), _read_only_advice(failure)
        )
    elif in_pieces_of(failure) is not None:
        yield finding(
            one, case, _pieces_summary(failure), _pieces_evidence(failure), _pieces_advice(failure)
        )


def read_only_of(failure: NumbaFailure) -> NumbaType | None:
    """The read-only array that would be written to; None when it is something else."""
    name = failure.callee.rpartition(".")[2]
    if failure.what not in ("operator", "call") or name not in WRITES:
        return None
    called = failure.called.type if failure.called else None
    first = called.parts[0] if called and called.kind == "BoundFunction" and called.parts else None
    if first is None and failure.operands:
        first = failure.operands[0].type
    return first if first is not None and first.readonly else None


def in_pieces_of(failure: NumbaFailure) -> NumbaType | None:
    """The array that does not lie in one piece, where that is needed."""
    is_called = failure.what in ("call", "raised")
    if not is_called or failure.callee.rpartition(".")[2] not in IN_ONE_PIECE:
        return None
    called = failure.called.type if failure.called else None
    first = called.parts[0] if called and called.kind == "BoundFunction" and called.parts else None
    if first is None and failure.operands:
        first = failure.operands[0].type
    return first if first is not None and first.layout == "A" else None


def _is_global(failure: NumbaFailure) -> bool:
    return any(one.kind == "global" for operand in failure.operands[:1] for one in operand.origins)


def _subject(failure: NumbaFailure) -> str:
    if failure.operands and failure.callee == "setitem":
        return shown(failure.operands[0]) or "the array"
    base = failure.called.expression.rpartition(".")[0] if failure.called else ""
    return cut(base) or "the array"


def _read_only_summary(failure: NumbaFailure) -> str:
    if _is_global(failure):
        return f"{_subject(failure)} is a global array, which compiled code may only read"
    return f"{_subject(failure)} is read-only, and is written to"


def _evidence(failure: NumbaFailure) -> Iterator[str]:
    if failure.operands:
        yield operand_reason(failure.operands[0], failure.function)
    if _is_global(failure):
        yield "globals are taken as constants when a function is compiled"


def _read_only_advice(failure: NumbaFailure) -> Iterator[Advice | str]:
    name = _subject(failure)
    if _is_global(failure):
        yield f"pass {name} as an argument: an argument may be written to"
    else:
        yield f"pass a copy: {name}.copy() may be written to"


def _pieces_summary(failure: NumbaFailure) -> str:
    method = failure.callee.rpartition(".")[2]
    return f"{_subject(failure)} does not lie in one piece, as {method}() needs it"


def _pieces_evidence(failure: NumbaFailure) -> Iterator[str]:
    called = failure.called
    array = in_pieces_of(failure)
    if called is not None and array is not None:
        yield f"{_subject(failure)} is a {type_words(array)} with gaps, or in another order"
        for origin in called.origins[:1]:
            line = origin.location.line
            if line is not None and origin.expression:
                yield f"line {line}: {cut(origin.expression)}"


def _pieces_advice(failure: NumbaFailure) -> Iterator[Advice | str]:
    name = _subject(failure)
    edits = replacing(name_within(failure, name), f"{name}.copy()")
    yield Advice(f"copy it first: {name}.copy() lies in one piece", edits=edits)
