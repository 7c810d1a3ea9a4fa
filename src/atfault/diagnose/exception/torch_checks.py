"""What torch's own checks on the CPU refused, out of the arrays that were passed.

    IndexError: Target 3 is out of bounds.                               cross_entropy, nll_loss
    RuntimeError: target out of range                                    multi_margin_loss
    RuntimeError: Class values must be smaller than num_classes.         one_hot
    RuntimeError: all elements of input should be between 0 and 1        binary_cross_entropy
    …                                                                    see CHECKS

The messages name neither the tensor nor where the value is, nor often what is legal.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.expressions import Scope, arguments, parsed
from atfault.model.absent import Absent
from atfault.model.buffers import ArrayFacts
from atfault.model.exception import RaisedException, RaisedFrame, RefusedArgument
from atfault.model.state import PythonInfo
from atfault.model.values import unraveled
from atfault.stacks.mine import is_mine

MAX_FRAMES = 12
"""Frames of the library that lie between the native code and the program's own line."""
_TARGET = re.compile(r"^Target (-?\d{1,19}) is out of bounds\.?$")
_MARGIN = re.compile(r"^target out of range$")
_ONE_HOT = re.compile(
    r"^Class values must be (?:smaller than num_classes|non-negative|larger or equal to 0)\.?$"
)


def refused_labels(error: RaisedException, python: PythonInfo | Absent) -> RefusedArgument | None:
    """None for an exception of another kind, and unless exactly one argument fits it."""
    message = error.message
    if isinstance(message, Absent) or not (error.is_a("IndexError") or error.is_a("RuntimeError")):
        return None
    target = _TARGET.match(message)
    if target is None and not _MARGIN.match(message) and not _ONE_HOT.match(message):
        return None
    number = None if target is None else int(target[1])
    for frame in error.frames[:MAX_FRAMES]:
        fitting = _of_one_hot(frame) if _ONE_HOT.match(message) else _of_loss(frame, number)
        found = list(dict.fromkeys(fitting))
        if len(found) == 1:
            return found[0]
        if is_mine(frame.location.file, python):
            return None
    return None


class Check(NamedTuple):
    """A check of single values."""

    text: re.Pattern[str]
    """In torch's own words."""
    summary: str
    """Where no more is known; {0}: the text's group."""
    legal: str
    function: str = ""
    """Whose argument is checked; "" where no single value of it breaks the check."""
    argument: str = ""
    low: int | float = 0
    high: int | float | None = None


CHECKS = (
    *(
        Check(
            re.compile(rf"all elements of ({argument}) should be between 0 and 1"),
            "{0} of binary_cross_entropy() holds values that are no probabilities",
            "legal are 0 to 1, and no NaN",
            *("binary_cross_entropy", argument, 0.0, 1.0),
        )
        for argument in ("input", "target")
    ),
    Check(
        re.compile(r"probability tensor contains either `inf`, `nan` or element < 0"),
        "input of multinomial() holds values that are no weights",
        "legal are finite numbers from 0 on: one of them is NaN, infinite or negative",
        *("multinomial", "input", 0.0, None),
    ),
    Check(
        re.compile(r"invalid multinomial distribution \(sum of probabilities <= 0\)"),
        "a row of the input of multinomial() sums to 0: nothing can be drawn from it",
        "each row needs one number above 0",
    ),
    Check(
        re.compile(r"invalid Poisson rate, expected rate to be non-negative"),
        "input of poisson() holds values that are no rates",
        "legal is 0 or more, and no NaN",
        *("poisson", "input", 0.0, None),
    ),
    Check(
        re.compile(r"Expected p_in >= 0 && p_in <= 1 to be true"),
        "p of bernoulli() holds values that are no probabilities",
        "legal are 0 to 1, and no NaN",
        *("bernoulli", "p", 0.0, 1.0),
    ),
    Check(
        re.compile(r"repeats can not be negative"),
        "repeats of repeat_interleave() holds negative numbers",
        "legal is 0 or more",
        *("repeat_interleave", "repeats", 0, None),
    ),
    Check(
        re.compile(r"Number of elements of source < number of ones in mask"),
        "mask of masked_scatter() asks for more elements than the source has",
        "the source needs one element for each true one of the mask",
    ),
)


def refused_values(error: RaisedException, python: PythonInfo | Absent) -> RefusedArgument | None:
    """None for an exception of another kind, and unless exactly one argument breaks the check."""
    message = error.message
    if isinstance(message, Absent) or not error.is_a("RuntimeError"):
        return None
    checks = [one for one in CHECKS if one.function and one.text.search(message)]
    check = next(iter(checks), None)
    for frame in error.frames[:MAX_FRAMES] if check is not None else ():
        scope = Scope(frame)
        given = {
            ast.unparse(one): array
            for node in parsed(frame)[0]
            for one in arguments(node)
            if (array := scope.array(one)) is not None
        }
        if check is not None and check.argument in given:  # torch's own code names it as it does
            given = {check.argument: given[check.argument]}
        found = [told for one in given.values() if (told := _broken(check, one))]
        if len(set(found)) == 1:
            return found[0]
        if found or is_mine(frame.location.file, python):
            return None
    return None


def _broken(check: Check | None, array: ArrayFacts) -> RefusedArgument | None:
    """What of the array breaks the check; None where nothing does, or nothing is known."""
    is_float = array.least is not None
    low, high = (array.least, array.most) if is_float else (array.low, array.high)
    low_at, high_at = (array.least_at, array.most_at) if is_float else (array.low_at, array.high_at)
    if check is None or low is None or high is None:
        return None
    if low != low or low < check.low:
        value, at = low, low_at
    elif high > (float("inf") if check.high is None else check.high) or high == float("inf"):
        value, at = high, high_at
    else:
        return None
    place = None if at is None else unraveled(at, array.shape)
    if place is None:
        return None
    told = value if abs(value) < float("inf") else str(value)
    return RefusedArgument(
        function=check.function,
        argument=check.argument,
        array=array,
        bad=((place, told),),
        bad_count=None,
        low=check.low,
        high=check.high,
    )


def _of_loss(frame: RaisedFrame, number: int | None) -> Iterator[RefusedArgument]:
    """Each pair of scores and labels that one call was given."""
    scope = Scope(frame)
    for node in parsed(frame)[0]:
        given = [array for one in arguments(node) if (array := scope.array(one)) is not None]
        for scores in given:
            dim = 1 if len(scores.shape) > 1 else 0
            if not scores.dtype.startswith(("float", "bfloat")) or not scores.shape:
                continue
            for labels in given:
                if labels.shape == (*scores.shape[:dim], *scores.shape[dim + 1 :]):
                    yield from _refused("nll_loss", labels, scores.shape, dim, number)


def _of_one_hot(frame: RaisedFrame) -> Iterator[RefusedArgument]:
    scope = Scope(frame)
    for node in parsed(frame)[0]:
        given = arguments(node)
        numbers = [number for one in given if (number := scope.number(one)) is not None]
        for one in given if len(numbers) == 1 else ():
            labels = scope.array(one)
            if labels is not None:
                yield from _refused("one_hot", labels, (numbers[0],), 0, None)


def _refused(
    function: str, labels: ArrayFacts, extents: tuple[int, ...], dim: int, number: int | None
) -> Iterator[RefusedArgument]:
    """What is wrong with the labels, where something is."""
    low, high, classes = labels.low, labels.high, extents[dim]
    if low is None or high is None:
        return
    for value, at in ((high, labels.high_at), (low, labels.low_at)):
        wrong = not 0 <= value < classes and (number is None or value == number)
        place = None if at is None else unraveled(at, labels.shape)
        if wrong and place is not None:
            is_loss = function == "nll_loss"
            yield RefusedArgument(
                function=function,
                argument="target" if is_loss else "tensor",
                array=labels,
                bad=((place, value),),
                bad_count=None,
                low=0,
                high=classes - 1,
                whose="input" if is_loss else "",
                extents=extents if is_loss else (),
                dim=dim if is_loss else None,
            )
            return
