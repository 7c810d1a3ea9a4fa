"""Who is offered a run with checks of memory, and how it is typed."""

from __future__ import annotations

import pytest

from atfault.analyze.process import Case
from atfault.diagnose import engine
from atfault.diagnose.second_look import run_again
from support.diagnosed import claims, first
from support.states import crash, native, python, segv


def test_a_wild_pointer_offers_a_second_look_by_its_command():
    found = first(signal=segv(0x1234_5678_9000), frames=[native("walk", "extension"), python()])
    assert found.cause == "wild-pointer"
    assert found.advice[-1].is_again
    assert claims(found) == ("wild-pointer", "likely", ["paint.py:10:main"], {"read": 1})


def test_null_in_an_extension_offers_one_and_null_that_ctypes_passed_does_not():
    in_extension = first(signal=segv(8), frames=[native("walk", "extension"), python()])
    assert in_extension.cause == "null-dereference" and in_extension.advice[-1].is_again
    call = [native("ffi_call", "libffi"), native("_ctypes_callproc", "ctypes")]
    passed = first(signal=segv(8), frames=[native("strlen"), *call, python()])
    assert passed.cause == "null-dereference" and not any(a.is_again for a in passed.advice)
    deeper = [native("strlen"), native("parse", "extension"), *call, python()]
    assert first(signal=segv(8), frames=deeper).advice[-1].is_again


def test_what_is_clear_offers_none():
    found = first(signal=segv(0, number=8, code=1), frames=[native("divide"), python()])
    assert found.cause == "integer-division-by-zero"
    assert not any(advice.is_again for advice in found.advice)


def test_of_a_worker_the_programs_own_command_is_run_again():
    state = crash(signal=segv(0x1234_5678_9000), frames=[native("walk", "extension"), python()])
    case = Case(state, command=("python", "train.py", "--name", "a b"))
    advice = engine.diagnose(case).findings[0].advice[-1]
    assert advice.command == "atfault run --again python train.py --name 'a b'"


@pytest.mark.parametrize("argv", [(), ("python", "x" * 500)])
def test_a_command_that_is_unknown_or_long_stands_for_itself(argv):
    advice = run_again(argv, "do it again")
    assert advice.command is None and advice.text.endswith("atfault run --again COMMAND")


def test_a_command_that_looks_like_an_option_is_kept_apart():
    assert run_again(("-bash",), "").command == "atfault run --again -- -bash"


def test_of_a_kernel_no_command_is_told_whose_file_is_gone():
    kernel = ["/usr/bin/python3", "-m", "ipykernel_launcher", "-f", "/tmp/tmpab12.json"]
    advice = run_again(kernel, "run it again")
    assert advice.is_again and not advice.command
    assert "SCRIPT" in advice.text and "/tmp" not in advice.text
