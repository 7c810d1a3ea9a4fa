"""What Numba printed of a function that it could not compile.

All that the corpus of programs prints is read in tests/integration/test_numba_errors.py; here are
margins, other versions and damage.
"""

from __future__ import annotations

import random

import pytest

from atfault.text.numba_errors import numba_error_in
from atfault.text.numba_source import expression_of
from atfault.text.numba_types import read_type, split_types

HEAD = "numba.core.errors.TypingError: Failed in nopython mode pipeline (step: nopython frontend)"
ADD = f"""{HEAD}
No implementation of function Function(<built-in function add>) found for signature:

 >>> add(unicode_type, int64)

There are 20 candidate implementations:
 - Of which 2 did not match due to:
 Overload in function 'ol_zeros': File: numba/np/arrayobj.py: Line 4897.
   Rejected as the implementation raised a specific error:
     TypingError: Failed in nopython mode pipeline (step: nopython frontend)

During: typing of intrinsic-call at /src/label.py (10)

File "../src/label.py", line 10:
def describe(values, label):
    <source elided>
    text = label + ": "
    return text + steps
    ^

During: Pass nopython_type_inference
"""


def failure_in(text: str):
    told = numba_error_in(text)
    assert told is not None
    return told.failure


@pytest.mark.parametrize("margin", ["", "E   ", "[rank0]: ", "(worker pid=12) ", "    "])
def test_what_failed_and_where_is_read_below_any_margin(margin) -> None:
    text = "\n".join(margin + line for line in ADD.splitlines())
    failure = failure_in(text)
    assert (failure.what, failure.callee) == ("operator", "add")
    assert [one.type.kind for one in failure.operands] == ["UnicodeType", "Integer"]
    assert [one.expression for one in failure.operands] == ["text", "steps"]
    assert failure.location[:2] == ("/src/label.py", 10)
    assert (failure.function.name, failure.expression) == ("describe", "text + steps")


def test_callers_that_are_compiled_too_are_told_from_the_outermost_inwards() -> None:
    text = ADD + (
        "During: resolving callee type: type(CPUDispatcher(<function describe at 0x7f>))\n"
        "During: typing of call at /src/label.py (21)\n"
    )
    outer = failure_in(text)
    assert (outer.what, outer.location.line) == ("call", 21)
    assert [one.function.name for one in outer.inner] == ["describe"]


def test_an_error_of_old_versions_is_read() -> None:
    failure = failure_in(
        "numba.errors.TypingError: Failed in nopython mode pipeline (step: nopython frontend)\n"
        "Invalid use of Function(<built-in function mul>) with argument(s) of type(s): "
        "(list(int64), const('km'))\n"
        "[1] During: typing of intrinsic-call at C:\\src\\rows.py (4)\n"
    )
    assert (failure.callee, failure.location.line) == ("mul", 4)
    assert [one.type.kind for one in failure.operands] == ["List", "StringLiteral"]


def test_errors_of_other_programs_that_have_the_same_names_are_none_of_numbas() -> None:
    assert numba_error_in("CompilerError: unexpected token\nTypingError: no such type\n") is None


def test_a_message_that_nobody_knows_keeps_its_own_words() -> None:
    failure = failure_in(f"{HEAD}\nthe moon is in the wrong house\n")
    assert (failure.what, failure.value) == ("other", "the moon is in the wrong house")


@pytest.mark.parametrize(
    ("text", "kind", "parts"),
    [
        ("array(float64, 2d, C)", "Array", ["Float"]),
        ("readonly array(int64, 1d, A)", "Array", ["Integer"]),
        ("Array(float64, 2, 'A', False, aligned=True)", "Array", ["Float"]),
        ("reflected list(reflected list(int64)<iv=None>)<iv=None>", "List", ["List"]),
        ("DictType[unicode_type,ListType[int64]]<iv={}>", "DictType", ["UnicodeType", "ListType"]),
        ("UniTuple(array(float64, 1d, C) x 2)", "UniTuple", ["Array"]),
        ("Tuple(int64, (float64, none))", "Tuple", ["Integer", "Tuple"]),
        ("Literal[str](km (x, y))", "StringLiteral", ["UnicodeType"]),
        ("BoundFunction(list.append for list(int64)<iv=None>)", "BoundFunction", ["List"]),
        ("something(of, nobody's)", "", []),
    ],
)
def test_a_type_is_read_with_its_parts(text, kind, parts) -> None:
    one = read_type(text)
    assert (one.kind, [part.kind for part in one.parts]) == (kind, parts)


def test_types_are_split_at_their_own_commas() -> None:
    assert split_types("int64, array(float64, 1d, C), dtype=Function(<class 'float'>)") == [
        "int64",
        "array(float64, 1d, C)",
        "dtype=Function(<class 'float'>)",
    ]


def test_damaged_messages_never_fail() -> None:
    chance = random.Random(7)
    signs = list(set(ADD)) + ["\n", "(", ")", "[", "<iv=", "x", " x 2)", "\0", "\U0001f600"]
    for _ in range(300):
        text = list(ADD)
        for _ in range(chance.randrange(1, 40)):
            text[chance.randrange(len(text))] = chance.choice(signs)
        numba_error_in("".join(text[: chance.randrange(len(text))]))


def test_a_type_that_nests_without_end_and_a_message_without_end_are_cut() -> None:
    read_type("list(" * 50_000)
    read_type("Tuple(" + "(" * 50_000 + ")" * 50_000)
    numba_error_in(HEAD + "\n" + "During: " * 500_000 + "\n" + "x\n" * 100_000)


@pytest.mark.parametrize(
    ("line", "name", "text"),
    [
        ("mask &= other", "iand", "mask &= other"),
        ("mask |= a | b", "ior", "mask |= a | b"),
        ("mask ^= other", "ixor", "mask ^= other"),
        ("n <<= a << b", "ilshift", "n <<= a << b"),
        ("total += a + b", "iadd", "total += a + b"),
        ("x = a & b", "and_", "a & b"),
        ("x = a & b", "iand", ""),
        ("x = ~a", "invert", "~a"),
        ("x = a is b", "is_", "a is b"),
    ],
)
def test_an_operator_in_place_is_found_in_its_line(line, name, text) -> None:
    assert expression_of(line, "operator", f"operator.{name}").text == text


def test_a_pipeline_with_a_long_name_is_numbas_as_well() -> None:
    told = f"TypingError: Failed in {'a' * 40}_python mode pipeline (step: nopython frontend)"
    assert numba_error_in(f"{told}\nUntyped global name 'x'") is not None
