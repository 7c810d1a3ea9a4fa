"""numba-global: a global that Numba cannot compile, or that does not exist."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import failed, finding, replacing
from atfault.diagnose.numba.words import is_misspelt, nearest
from atfault.diagnose.rule import rule
from atfault.diagnose.words import listed
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.numba import NumbaFailure

FUNCTIONS = ("function", "method", "functools._lru_cache_wrapper", "functools.partial")
CONTAINERS = {
    "dict": "a dict", "list": "a list", "set": "a set", "collections.defaultdict": "a dict",
    "collections.OrderedDict": "a dict", "numba.typed.typeddict.Dict": "a typed dict",
    "numba.typed.typedlist.List": "a typed list",
}  # fmt: skip


@rule("numba-global", family="exception", plain_title=True)
def numba_global(case: Case) -> Iterator[Finding]:
    """A compiled function uses a global, or a variable from outside, that Numba cannot take.

    The values of globals are frozen when a function is compiled: numbers, texts, tuples, arrays and
    compiled functions can be; lists, dicts, typed containers, objects of the program's own classes
    and functions that are not compiled cannot. A name that does not exist is noticed then, too,
    even where the code is never reached.

    What to do: compile the function that is called (`@njit`), make a tuple or an array of a list,
    and pass what changes, or what cannot be frozen, as an argument.
    """
    one = failed(case)
    if one is None or one.failure.what != "global":
        return
    failure = one.failure
    yield finding(one, case, _summary(failure), _evidence(failure), _advice(failure))


def _summary(failure: NumbaFailure) -> str:
    name = failure.name
    if not failure.known:
        return f"there is no {name}: neither a variable of {failure.function.name} nor a global"
    if failure.value in FUNCTIONS:
        return f"{name} is a plain Python function, and {failure.function.name} is compiled"
    if failure.value == "type":
        return f"{name} is a class of Python's, which compiled code cannot use"
    kind = CONTAINERS.get(failure.value)
    if kind:
        return f"{name} is {kind}: one that is a global cannot be compiled"
    return f"{name} is a Python object ({failure.value}), which cannot be compiled"


def _evidence(failure: NumbaFailure) -> Iterator[str]:
    if not failure.known:
        near = nearest(failure.name, failure.near)
        if near:
            yield f"there is {listed(near)}"
        return
    yield f"{failure.name} comes from outside of {failure.function.name}, and is {failure.value}"
    yield "globals are taken as constants when a function is compiled"


def _advice(failure: NumbaFailure) -> Iterator[Advice | str]:
    name, value = failure.name, failure.value
    if not failure.known:
        near = nearest(name, failure.near)
        if near and is_misspelt(name, near[0]):
            yield Advice(f"did you mean {near[0]}?", edits=replacing(failure.location, near[0]))
        else:
            yield f"define or import {name} before the function is called"
    elif value in FUNCTIONS:
        yield f"compile it too: put @njit above def {name}"
    elif value == "type":
        yield f"use {name} outside of the compiled function, or a type that Numba has"
    elif value in ("list", "set"):
        yield f"make a tuple or an array of it where it is defined, or pass {name} as an argument"
    elif value in CONTAINERS:
        yield (
            f"pass {name} as an argument"
            + ("" if value.startswith("numba.") else ", as a numba.typed.Dict")
        )
    else:
        yield f"pass what is needed of {name} as arguments: numbers, texts, arrays"
