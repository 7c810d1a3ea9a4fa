"""numba-unsupported-python: a construct of Python that Numba cannot compile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.numba.calls import call_of
from atfault.diagnose.numba.declared import BLOCKS
from atfault.diagnose.numba.failed import Failed, at, failed, finding, replacing
from atfault.diagnose.numba.words import cut, is_exception, syntax_words
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Edit, Finding
from atfault.model.numba import NumbaFailure
from atfault.model.stacks import Location


class _Construct(NamedTuple):
    words: str
    """What is not supported, as the subject of a sentence."""
    advice: str


_CLASS = _Construct(
    "a class statement", "define the class outside; numba.experimental.jitclass compiles one"
)
_WITH = _Construct("a with statement", "open files and take locks outside of the compiled function")
_FORMAT = _Construct(
    "a format spec in an f-string", "leave out what follows the colon, or format it outside"
)
_STAR = _Construct("a dict or a call with ** in it", "put the keys in one by one")
_CLOSURE = _Construct(
    "a function inside that outlives its place, or calls itself",
    "define it outside, with @njit, and pass what it uses as arguments",
)
_LEFT = _Construct(
    "a jump out of an objmode block", "set a variable in the block, and leave the loop behind it"
)
_RAISE = _Construct("this raise statement", "raise SomeError('a constant text')")
CONSTRUCTS = {
    "LOAD_BUILD_CLASS": _CLASS,
    "EnterWith": _WITH, "BEFORE_WITH": _WITH, "SETUP_WITH": _WITH, "LOAD_SPECIAL": _WITH,
    "WITH_EXCEPT_START": _WITH,
    "GET_YIELD_FROM_ITER": _Construct("yield from", "loop over it, and yield each"),
    "SEND": _Construct("yield from or await", "loop over it, and yield each"),
    "GET_AWAITABLE": _Construct("await", "await outside of the compiled function"),
    "GET_AITER": _Construct("async for", "collect the values outside"),
    "STORE_GLOBAL": _Construct("assigning to a global", "return the value, and assign it outside"),
    "DELETE_GLOBAL": _Construct("deleting a global", "do that outside of the compiled function"),
    "STORE_DEREF": _Construct("nonlocal", "return the new value"),
    "IMPORT_NAME": _Construct("an import", "import the module at the top of the file"),
    "IMPORT_FROM": _Construct("an import", "import it at the top of the file"),
    "FORMAT_VALUE": _FORMAT, "FORMAT_WITH_SPEC": _FORMAT, "CONVERT_VALUE": _FORMAT,
    "DICT_UPDATE": _STAR, "DICT_MERGE": _STAR, "CALL_FUNCTION_EX": _STAR,
    "MAKE_FUNCTION": _CLOSURE, "LOAD_CLOSURE": _CLOSURE, "MAKE_CELL": _CLOSURE,
    "SET_FUNCTION_ATTRIBUTE": _CLOSURE,
    "SETUP_ANNOTATIONS": _Construct("an annotation", "leave it out"),
    "LOAD_LOCALS": _Construct("locals()", "name the variables"),
    "UNPACK_EX": _Construct("unpacking with a star", "use slices: first, rest = a[0], a[1:]"),
    "MATCH_CLASS": _Construct("a class pattern", "use if and elif"),
    "MATCH_MAPPING": _Construct("a mapping pattern", "use if and elif"),
    "MATCH_SEQUENCE": _Construct("a sequence pattern", "use if and elif"),
    "Yield": _Construct("a generator expression here", "use a list: any([x > 2 for x in a])"),
    "RAISE_VARARGS": _RAISE,
    "CHECK_EXC_MATCH": _Construct(
        "a name for the exception (except … as name)",
        "leave the name out: compiled code has no exceptions as values, and catches them all",
    ),
    "make_function": _CLOSURE, "build_map": _STAR,
    "objmode_left": _LEFT,
}  # fmt: skip
"""By the name of the instruction."""
_LOOPS = {
    "Overwrite of parallel loop index": _Construct(
        "assigning to the index of a prange loop",
        "use another name for it: prange hands out each index once, whatever is done to it; a loop"
        " that skips indices has to be a while, or a range()",
    ),
    "constant step size of 1 is supported for prange": _Construct(
        "a step in prange()", "count from 0, and compute the index: i = start + k * step"
    ),
    "step size is supported for prange": _Construct(
        "a step in prange()", "count from 0, and compute the index: i = start + k * step"
    ),
    "Parallel floordiv reductions": _Construct(
        "a reduction by // in a prange loop",
        "multiply the divisors in the loop, and divide once behind it",
    ),
}
"""By what the message says."""
_REDUCED = re.compile(r"^Use of reduction variable '?(\w+)'? ", re.MULTILINE)
_DEF = re.compile(r"def (\w+)")
_OTHER = _Construct("this", "write it with what Numba supports, or do it outside")
_MADE = _Construct(
    "what Python makes of this",
    "write a loop that adds to a set, a dict or a list which has an element to begin with",
)
"""Numba looks for a method that the source does not name: it took the comprehension for something
else."""
EXCEPT = _Construct(
    "catching one kind of exception", "catch Exception: compiled code tells no kinds apart"
)


@rule("numba-unsupported-python", family="exception", plain_title=True)
def numba_unsupported_python(case: Case) -> Iterator[Finding]:
    """A compiled function contains a construct of Python that Numba cannot compile.

    Numba reads the bytecode of a function and gives up at the first instruction it has nothing for:
    a class statement, `with … as`, `yield from`, an import, a global that is assigned to, an
    exception caught by its type, an f-string with a format. Its message names the instruction at
    best, and for some no line; the finding names the construct and where it stands.

    What to do: move it out of the compiled function. Exceptions are caught by `except Exception`
    alone; a function defined inside must not outlive the call.
    """
    one = failed(case)
    if one is None:
        yield from _keywords(case)
        return
    construct = _of_loop(one) or construct_of(one.failure)
    if construct is None:
        return
    failure = one.failure
    found = finding(
        one,
        case,
        f"{_subject(failure, construct)} cannot be compiled",
        (),
        _advice(failure, construct),
    )
    # What is no error of Numba's own may have come about inside of it.
    is_known = construct not in (_OTHER, _LEFT) or failure.error.startswith("numba.")
    yield found if is_known else found._replace(confidence="likely")


def _of_loop(one: Failed) -> _Construct | None:
    """What a prange loop does not take, which its pass tells in words alone."""
    said = "" if isinstance(one.error.message, Absent) else one.error.message
    if one.failure.what not in ("opcode", "construct", "other"):
        return None
    reduced = _REDUCED.search(said)
    if reduced is not None:
        return _Construct(
            f"what prange does with {reduced[1]}, which one iteration takes over from another,",
            "sums, products, max(a, b) and min(a, b) are reduced where an iteration does nothing "
            "else with the variable; otherwise give each iteration a value of its own",
        )
    return next((construct for words, construct in _LOOPS.items() if words in said), None)


def _subject(failure: NumbaFailure, construct: _Construct) -> str:
    """What cannot be: the expression, where nobody has words for it."""
    word = syntax_words(failure)
    if failure.what == "getattr":
        return f"a {word}"
    inner = _DEF.match(failure.expression) if construct is _CLOSURE else None
    if inner is not None:
        return f"{inner[1]}, {construct.words},"
    is_said = word.partition(" ")[0] in construct.words + failure.expression
    own = "" if is_said else f" ({word})"
    if construct is not _OTHER:
        return construct.words + own
    what = cut(failure.expression) or construct.words
    own = own if failure.expression else f" {word}".rstrip()
    return f"{what}, with parallel=True," if failure.stage == "parfor_pass" else what + own


def _keywords(case: Case) -> Iterator[Finding]:
    """A function with ** takes no call at all: its dispatcher refuses each."""
    call = call_of(case)
    if call is None or not call.dispatcher.varkw:
        return
    function = call.dispatcher.function
    place = Location(function.file, function.first_line)
    yield Finding.of(
        summary=f"{function.name} takes ** keywords, which cannot be compiled",
        confidence="certain",
        blame=(at(place, function.name, call.blame[0].thread if call.blame else ""), *call.blame),
        advice=("name each argument that it takes",),
    )


def construct_of(failure: NumbaFailure) -> _Construct | None:
    """None where something else is the matter."""
    if any(is_exception(one.type) for one in failure.operands):
        return EXCEPT if failure.what == "call" else None
    if failure.name in BLOCKS:
        return None
    if failure.what == "getattr" and failure.syntax:
        return _MADE
    if failure.what in ("opcode", "construct"):
        known = CONSTRUCTS.get(failure.name)
        # What fails when machine code is made has been understood before.
        return known or (None if failure.stage == "native_lowering" else _OTHER)
    return None


def _advice(failure: NumbaFailure, construct: _Construct) -> Iterator[Advice | str]:
    edits: tuple[Edit, ...] = ()
    if construct is EXCEPT:
        caught = next(one for one in failure.operands if is_exception(one.type))
        edits = replacing(caught.origins[0].location if caught.origins else None, "Exception")
    yield Advice(construct.advice, edits=edits)
