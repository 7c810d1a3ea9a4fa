"""compute-sanitizer and cuda-memcheck. The shapes are those of reports that people posted; where a
line of Python stands in one, that is by NVIDIA's documentation of Numba's debug information."""

# ruff: noqa: E501 - lines of other tools

from __future__ import annotations

import io

import pytest

from atfault.analyze.text import analyze_text
from atfault.model.report import Report
from atfault.options import Options

NEW = """\
========= COMPUTE-SANITIZER
========= Invalid __global__ read of size 4 bytes
=========     at demo::<unnamed>::saxpy(float, const float *, float *)+0x100 in /srv/demo/saxpy.cu:31
=========     by thread (255,0,0) in block (4095,0,0)
=========     Access to 0xd67bffffc is out of bounds
=========     and is 1 bytes after the nearest allocation at 0xd67800000 of size 4,194,300 bytes
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: main in /srv/demo/main.cu:25 [0x8a81] in demo
=========
========= Program hit cudaErrorLaunchFailure (error 719) due to "unspecified launch failure" on CUDA \
API call to cudaDeviceSynchronize.
=========     Saved host backtrace up to driver entry point at error
=========         Host Frame: main in /srv/demo/main.cu:29 [0x8a03] in demo
=========
========= ERROR SUMMARY: 2 errors
"""
NUMBA = """\
========= COMPUTE-SANITIZER
========= Invalid __global__ write of size 8 bytes
=========     at 0x00000148 in /home/me/fill.py:6:fill(Array<double, (int)1, C>, int)
=========     by thread (31,0,0) in block (1,0,0)
=========     Address 0x7f1a2c000100 is out of bounds
=========     Saved host backtrace up to driver entry point at kernel launch time
=========     Host Frame: [0x20828a]
=========                in /lib64/libcuda.so.1
=========     Host Frame:_PyEval_EvalFrameDefault [0xc955]
=========                in /usr/bin/python3.11
=========
"""
OLD = """\
========= CUDA-MEMCHECK
========= Invalid __global__ read of size 4
=========     at 0x00000e20 in /home/ada/vec.cu:66:add(int const *, int*, int)
=========     by thread (7,0,0) in block (3,0,0)
=========     Address 0x2aaae24000fc is out of bounds
=========     Device Frame:/home/ada/vec.cu:66:add(int const *, int*, int) (add(int*) : 0xe20)
=========     Saved host backtrace up to driver entry point at kernel launch time
=========     Host Frame:/usr/lib64/libcuda.so.1 (cuLaunchKernel + 0x346) [0x297db6]
=========     Host Frame:./vec.exe (main + 0x263) [0x42f5]
=========
"""
PYTHON_HOST = """\
========= Invalid __global__ write of size 4 bytes
=========     at scatter_kernel+0x90
=========     by thread (0,0,0) in block (0,0,0)
=========     Address 0x7f3a2c000100 is out of bounds
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: launch in /home/me/train.py:25 in python3
=========
"""
API = """\
========= Program hit cudaErrorMemoryAllocation (error 2) due to "out of memory" on CUDA API call to \
cudaMalloc.
=========     Saved host backtrace up to driver entry point at error
=========     Host Frame:/lib/x86_64-linux-gnu/libcuda.so.1 [0x3d6d23]
"""
NOISE = """\
========= Program hit cudaErrorInvalidValue (error 1) due to "invalid argument" on CUDA API call to \
cuGetProcAddress_v2.
=========     Saved host backtrace up to driver entry point at error
=========
"""


def told(text: str) -> Report:
    return analyze_text(io.BytesIO(text.encode()), "log", Options())


@pytest.mark.parametrize(
    ("text", "cause", "places"),
    [
        (NEW, "cuda-illegal-access", [("/srv/demo/saxpy.cu", 31), ("/srv/demo/main.cu", 25)]),
        (NUMBA, "cuda-illegal-access", [("/home/me/fill.py", 6)]),
        (OLD, "cuda-illegal-access", [("/home/ada/vec.cu", 66)]),
        (PYTHON_HOST, "cuda-illegal-access", [("/home/me/train.py", 25)]),
        (API, "cuda-out-of-memory", []),
        (
            NOISE + NEW,
            "cuda-illegal-access",
            [("/srv/demo/saxpy.cu", 31), ("/srv/demo/main.cu", 25)],
        ),
        (NOISE, "unknown", []),
    ],
    ids=["new", "numba", "old", "python-host", "api", "noise-before", "noise"],
)
def test_the_lines_are_those_of_the_kernel_and_of_who_launched_it(text, cause, places):
    found = told(text).diagnosis[0]
    assert found.cause == cause
    assert [(one.file, one.line) for one in found.blame] == places


def test_thread_region_and_launch_are_told():
    found = told(NEW).diagnosis[0]
    words = [one.text for one in found.evidence]
    assert "it was thread [255, 0, 0] of block [4095, 0, 0]" in words
    assert "the kernel was launched at main.cu:25 in main" in words
    assert "1 bytes after the nearest allocation" in found.summary
    assert found.summary.startswith("a read of 4 bytes in demo::<unnamed>::saxpy")


def test_the_quotes_are_lines_of_the_text():
    for text in (NEW, NUMBA, OLD, PYTHON_HOST):
        quotes = told(text).diagnosis[0].quotes
        lines = text.splitlines()
        assert "Invalid __global__" in lines[quotes[0].line - 1]
        assert len(quotes) > 1
        assert all(lines[quote.line - 1] == quote.text for quote in quotes)


def test_a_kernel_without_lines_is_told_how_to_get_them():
    text = "========= Invalid __shared__ write of size 4 bytes\n=========     at kern(int*)+0x10\n"
    found = told(text).diagnosis[0]
    assert not found.blame and "-lineinfo" in found.advice[0].text


@pytest.mark.slow
def test_hostile_lines_are_no_trouble():
    for text in (
        "=" * 100_000,
        "========= at " + "x in " * 20_000,
        "===== Host Frame: " + "[" * 9000,
    ):
        with pytest.raises(Exception, match="no words of a failure"):
            told(text)
    many = "========= Invalid __global__ read of size 4\n" + "========= Host Frame:f [0x1]\n" * 9000
    assert told(many).diagnosis[0].cause == "cuda-illegal-access"
    odd = "========= Invalid __global__ read" + " of size" * 5000 + "\n"
    assert told(odd).diagnosis[0].cause == "cuda-illegal-access"
