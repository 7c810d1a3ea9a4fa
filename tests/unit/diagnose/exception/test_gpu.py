"""The rules about a GPU, from the exception and what kernels printed."""

from __future__ import annotations

import pytest

from atfault.decode.exceptions.case import gpu_failure
from atfault.model.absent import Absent
from atfault.model.buffers import ArrayFacts
from atfault.model.case import NOT_KEPT, Case
from atfault.model.exception import (
    RaisedException,
    RaisedFrame,
    RefusedArgument,
    UncaughtException,
)
from atfault.model.printed import PrintedTail
from atfault.model.process import ProcessInfo
from atfault.model.stacks import Location
from atfault.model.state import ProcessState
from support.diagnosed import claims
from support.nonces import checked

OWN = RaisedFrame("train", Location("/home/me/train.py", 6), code="average.item()")
LIBRARY = RaisedFrame("copy", Location("/venv/lib/python3.11/site-packages/numba_cuda/x.py", 9))
ASSERT = "CUDA error: device-side assert triggered\nCUDA kernel errors might be asynchronously …"
PRINTED = (
    b"Loss.cu:250: nll_loss_kernel: block: [0,0,0], thread: [3,0,0] "
    b"Assertion `t >= 0 && t < n_classes` failed.\nTraceback (most recent call last):\n"
)


def first(
    message,
    *,
    kind="torch.AcceleratorError",
    printed=None,
    frames=(OWN,),
    is_blocking=False,
    launch=None,
):
    error = RaisedException(kind, message, frames, ("RuntimeError", "Exception"))
    exception = UncaughtException("main", (error,), thread="MainThread")
    tail = NOT_KEPT if printed is None else PrintedTail(printed)
    process = ProcessState(ProcessInfo(1, argv=("python", "train.py")))
    case = Case(
        process,
        exception=exception,
        gpu=gpu_failure(exception, tail, is_blocking, launch),
        printed=tail,
    )
    return checked(case).findings[0]


def told(finding) -> str:
    return "\n".join(one.text for one in finding.evidence)


def test_the_exception_and_what_the_kernel_printed_are_one_finding():
    found = first(ASSERT, printed=PRINTED)
    assert claims(found) == ("cuda-device-assert", "certain", ["train.py:6:train"], {"read": 3})
    assert "block [0, 0, 0], thread [3, 0, 0]" in told(found)


def test_the_line_is_told_to_be_the_one_that_noticed():
    found = first(ASSERT, printed=PRINTED)
    assert "at that line or before it" in told(found)
    assert [one.command for one in found.advice] == [
        "atfault run --guard python train.py",
        "atfault run --again python train.py",
    ]


def test_where_each_launch_was_waited_for_it_is_the_line_of_the_launch():
    found = first(ASSERT, printed=PRINTED, is_blocking=True)
    assert "it is the line of the launch itself" in told(found)
    assert "at that line or before it" not in told(found)
    assert [one.command for one in found.advice] == ["atfault run --guard python train.py"]


def test_without_what_was_printed_it_says_why_there_is_none():
    found = first(ASSERT)
    assert claims(found) == ("cuda-device-assert", "certain", ["train.py:6:train"], {"read": 3})
    assert "what the kernel printed is not known" in told(found)
    assert "nothing that is among" in told(first(ASSERT, printed=b"Traceback\n"))


@pytest.mark.parametrize(
    ("message", "kind", "cause"),
    [
        ("CUDA error: an illegal memory access was encountered", "RuntimeError", "illegal-access"),
        ("CUDA error: misaligned address", "torch.AcceleratorError", "illegal-access"),
        ("CUDA error: unspecified launch failure", "RuntimeError", "launch-failure"),
        (
            "[700] Call to cuMemcpyDtoH results in CUDA_ERROR_ILLEGAL_ADDRESS",
            "numba.cuda.cudadrv.driver.CudaAPIError",
            "illegal-access",
        ),
        (
            "[710] Call to cuCtxSynchronize results in CUDA_ERROR_ASSERT",
            "numba_cuda.numba.cuda.cudadrv.driver.CudaAPIError",
            "device-assert",
        ),
        (
            "CUDA out of memory. Tried …",
            "torch.OutOfMemoryError",
            "out-of-memory",
        ),
        (
            "Out of memory allocating 8,000,000,000 bytes (allocated so far: 0 bytes).",
            "cupy.cuda.memory.OutOfMemoryError",
            "out-of-memory",
        ),
    ],
)
def test_each_kind_has_its_cause(message, kind, cause):
    found = first(message, kind=kind, frames=(LIBRARY, OWN))
    assert (found.cause, found.confidence) == (f"cuda-{cause}", "certain")
    assert [(one.file, one.line) for one in found.blame] == [("/home/me/train.py", 6)]


def test_a_library_that_hides_an_assertion():
    hidden = "cuDNN error: CUDNN_STATUS_EXECUTION_FAILED"
    found = first(hidden, kind="RuntimeError", printed=PRINTED)
    assert found.cause == "cuda-device-assert" and "a label that is no class" in found.summary
    found = first(hidden, kind="RuntimeError")
    assert (found.cause, found.confidence) == ("cuda-launch-failure", "possible")


def test_memory_that_others_hold_is_told():
    found = first(
        "CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 16.00 GiB total capacity; "
        "4.00 GiB already allocated; 38.00 MiB free; 4.50 GiB reserved in total by PyTorch)",
        kind="torch.cuda.OutOfMemoryError",
    )
    assert claims(found) == ("cuda-out-of-memory", "certain", ["train.py:6:train"], {"read": 4})
    assert "were held by others" in told(found)
    assert any(one.command == "nvidia-smi" for one in found.advice)


def test_memory_in_pieces_is_told():
    found = first(
        "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 16.00 GiB "
        "of which 5.00 MiB is free. Of the allocated memory 10.00 GiB is allocated by PyTorch, and "
        "5.00 GiB is reserved by PyTorch but unallocated.",
        kind="torch.OutOfMemoryError",
    )
    assert "expandable_segments" in (found.advice[0].command or "")
    assert "held by others" not in told(found)


def test_what_somebody_raises_in_these_words_may_only_repeat_them():
    raised = OWN._replace(code='raise RuntimeError("CUDA error: device-side assert triggered")')
    found = first(ASSERT, kind="RuntimeError", frames=(raised,))
    assert (found.cause, found.confidence) == ("cuda-device-assert", "likely")


def test_an_exception_about_something_else_is_nothing():
    error = RaisedException("RuntimeError", "shapes do not match", (OWN,), ("RuntimeError",))
    exception = UncaughtException("main", (error,))
    assert isinstance(gpu_failure(exception, PrintedTail(PRINTED)), Absent)
    assert first("shapes do not match", printed=PRINTED).cause == "unknown"


def test_a_launch_that_the_guard_noted_is_blamed_first():
    launch = RefusedArgument(
        function="embedding",
        argument="indices",
        array=ArrayFacts((2,), "int64", 0, "cuda:0"),
        bad=(),
        bad_count=None,
        low=0,
        high=4,
        seen=(0, 9),
        forward=Location("/home/me/model.py", 3),
        forward_function="forward",
    )
    found = first(ASSERT, printed=PRINTED, launch=launch)
    assert claims(found) == (
        "cuda-device-assert",
        "likely",
        ["model.py:3:forward", "train.py:6:train"],
        {"read": 4},
    )
    lines = [(one.file, one.line) for one in found.blame]
    assert lines == [("/home/me/model.py", 3), ("/home/me/train.py", 6)]
    low = first(ASSERT, launch=launch._replace(seen=(-1, 2)))
    assert claims(low) == (
        "cuda-device-assert",
        "likely",
        ["model.py:3:forward", "train.py:6:train"],
        {"read": 3},
    )
