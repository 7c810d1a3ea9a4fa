"""Where the value stands that a function returns and may not (atfault_probe.numba.places), and what
is refused as a call is made (atfault_probe.numba.entry)."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from atfault_probe.numba.entry import of_frames
from atfault_probe.numba.places import Code


def nothing(x):
    print(x)


def late(x):
    if x:
        return None
    return x + 1


def one_block(x):
    with x:
        print(x)


def two_blocks(x):
    with x:
        print(x)
    with x:
        print(x)


def code_of(function) -> Code:
    one = Code(None, None)
    one.code = function.__code__
    return one


@pytest.mark.skipif(sys.version_info < (3, 11), reason="no columns")
def test_the_value_that_a_function_returns_is_the_first_that_is_not_none():
    assert code_of(nothing).result() is None
    place = code_of(late).result()
    assert place == [late.__code__.co_firstlineno + 3] * 2 + [11, 16]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="no columns")
def test_the_head_of_a_block_is_known_where_there_is_one_alone():
    place = code_of(one_block).head_of_block()
    assert place == [one_block.__code__.co_firstlineno + 1] * 2 + [9, 10]
    assert code_of(two_blocks).head_of_block() is None and code_of(late).head_of_block() is None


def too_big(dispatcher, number):
    raise OverflowError("int too big to convert")


Dispatcher = type("Dispatcher", (), {"__module__": "numba.core.dispatcher", "__call__": too_big})


def called(digits, account):
    return digits(account)


def refused(number: int):
    digits = Dispatcher()
    digits.py_func, digits.overloads = late, {}
    with pytest.raises(OverflowError) as caught:
        called(digits, number)
    frame = caught.value.__traceback__.tb_next.tb_frame
    return of_frames(caught.value, [("job", "called", frame)])


def test_a_number_beyond_64_bits_is_told_by_its_name():
    told = refused(10**24)
    assert (told["callee"], told["name"], told["value"]) == ("large", "account", str(10**24))
    assert refused(7) is None


def test_of_another_error_nothing_is_told():
    frame = SimpleNamespace(f_code=late.__code__, f_locals={}, f_globals={}, f_lineno=1)
    assert of_frames(KeyError("x"), [("job", "main", frame)]) is None
