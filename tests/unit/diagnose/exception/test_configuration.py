"""configuration: what does not fit, by the words of torch and of the CUDA runtime."""

from __future__ import annotations

import pytest

from atfault.diagnose.rules.exception.configuration import problems
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import RaisedException, RaisedFrame, UncaughtException
from atfault.model.process import ProcessInfo
from atfault.model.stacks import Location
from atfault.model.state import ProcessState
from support.diagnosed import claims
from support.nonces import checked

TORCH = RaisedFrame("_lazy_init", Location("/venv/lib/site-packages/torch/cuda/__init__.py", 522))
OWN = RaisedFrame("train", Location("/home/me/train.py", 6))
NOT_COMPILED = "Torch not compiled with CUDA enabled"


def first(message, *frames, kind="AssertionError"):
    error = RaisedException(kind, message, (*frames, OWN), (kind, "Exception"))
    exception = UncaughtException("main", (error,), thread="MainThread")
    return checked(Case(ProcessState(ProcessInfo(1)), exception=exception)).findings[0]


def test_a_torch_without_cuda_is_told_with_the_line_that_asked_for_a_gpu():
    found = first(NOT_COMPILED, TORCH)
    assert (found.cause, found.confidence, found.family) == (
        "configuration",
        "certain",
        "exception",
    )
    assert claims(found) == ("configuration", "certain", ["train.py:6:train"], {"read": 1})
    assert [(one.file, one.line) for one in found.blame] == [("/home/me/train.py", 6)]


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Found no NVIDIA driver on your system. Please check …", "no NVIDIA driver"),
        (
            "The NVIDIA driver on your system is too old (found version 11040). Please update …",
            "(for CUDA 11.4) is too old",
        ),
        (
            "CUDA error: no kernel image is available for execution on the device\nCUDA kernel …",
            "no code for the GPU",
        ),
        ("CUDA driver version is insufficient for CUDA runtime version", "driver is too old"),
    ],
)
def test_what_does_not_fit_is_named(message, told):
    found = first(message, TORCH, kind="RuntimeError")
    assert (found.cause, found.confidence) == ("configuration", "certain")
    assert told in found.summary


def test_what_native_code_of_torch_raises_has_no_frame_of_it_and_is_likely():
    assert (
        first("Found no NVIDIA driver on your system", kind="RuntimeError").confidence == "likely"
    )


def test_the_same_words_of_the_programs_own_are_no_finding():
    assert first(NOT_COMPILED).cause == "unknown"


def test_without_the_message_nothing_is_said():
    assert first(Absent("its __str__ is the program's own"), TORCH).cause == "unknown"


@pytest.mark.parametrize("row", problems(), ids=lambda row: row.seen[:40])
def test_each_problem_takes_the_text_that_it_is_for_and_none_above_does(row):
    assert next(one for one in problems() if one.pattern.search(row.seen)) == row
