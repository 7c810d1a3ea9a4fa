"""numba-signature-mismatch, of what leaves an objmode block."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import at
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.numba_run import CompiledFunction, Misfit, NumbaRun

MAX_TOLD = 8
_TAKEN = {
    "dtype": "its elements' bytes are taken for numbers of the declared type",
    "ndim": "its shape and strides are read from where the declared type would have them",
    "layout": "the elements that lie next to each other are taken, and not its own",
    "kind": "the object is read as if it were a text",
    "lossy": "the fraction is cut off",
    "number": "the call raises what C says of it",
    "left": "what was returned is taken for the tuple of all that leaves the block",
}
_ADVICE = {
    "dtype": "convert it in the block: {v} = {v}.astype(…), or declare the type that it has",
    "ndim": "declare as many dimensions as it has: float64[:, :] for two",
    "layout": "declare {v}='…[:]' (any strides), or make it contiguous in the block: "
    "{v} = np.ascontiguousarray({v})",
    "kind": "declare the type that it has, or convert it in the block: {v} = str({v})",
    "lossy": "declare {v}='float64', or round it in the block",
    "number": "give {v} a number in the block in each case, as nan, or -1",
    "left": "let the block come to its end: give its variables values there, and return behind it",
}


@rule(
    "objmode-misfit",
    family="exception",
    causes=("numba-signature-mismatch", "numba-unsupported-python"),
    plain_title=True,
    yields_to=("checked-bounds",),
)
def objmode_misfit(case: Case) -> Iterator[Finding]:
    """What leaves a `with objmode(y="float64[:]")` is not what its head says.

    Numba does not compare the two: it goes on with the object's memory as if it were of the
    declared type. The results are wrong, or the program crashes later. Under `atfault numba`
    arrays, texts and numbers are looked at as they leave the block. What is no number at all ends
    the call with a plain TypeError, and so does a `return` within the block.

    What to do: declare the type that comes out, or convert it in the block.
    """
    if isinstance(case.numba, Absent):
        return
    yield from found_in_objmode(case.numba)


def found_in_objmode(run: NumbaRun) -> Iterator[Finding]:
    """One finding, on all blocks; none where all is as declared."""
    found = [(function, one) for function in run.functions for one in function.misfits]
    if not found:
        return
    function, first = found[0]
    places = [first.location, *([first.made] if first.made is not None else [])]
    rest = (at(one.location, each.function.name, "") for each, one in found[1:MAX_TOLD])
    yield Finding.of(
        cause="numba-unsupported-python" if first.how == "left" else "numba-signature-mismatch",
        summary=_words(first),
        confidence="certain",
        title="An objmode block was left by a return"
        if first.how == "left"
        else "An objmode block gave something else than it declares",
        blame=tuple(
            dict.fromkeys((*(at(one, function.function.name, "") for one in places), *rest))
        ),
        evidence=_evidence(found),
        advice=(_ADVICE[first.how].format(v=first.variable),),
    )


def _words(one: Misfit) -> str:
    if one.how == "left":
        return f"a return leaves the objmode block, which is to give {one.declared}"
    return f"{one.variable} leaves the objmode block as {one.came}; declared is {one.declared}"


def _evidence(found: list[tuple[CompiledFunction, Misfit]]) -> Iterator[str]:
    first = found[0][1]
    begins = "Numba does not refuse it" if first.how == "left" else "Numba does not compare the two"
    yield f"{begins}: {_TAKEN[first.how]}"
    for function, one in found[1:MAX_TOLD]:
        yield f"line {one.location.line}, in {function.function.name}: {_words(one)}"
