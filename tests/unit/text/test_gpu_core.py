"""What cuda-gdb prints of a GPU core. All of it is of documentation and of what people posted: none
was seen by us, as no GPU was there (tests/gpu)."""

# ruff: noqa: E501 - lines of other tools

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.gpu import GpuCore, GpuFrame
from atfault.text.gpu_core import read_gpu_core

TRITON = """\
Opening GPU coredump: /tmp/cuda_coredump_host.3000837.1764236276
[Current focus set to CUDA kernel 0, grid 53, block (0,0,0), thread (0,0,0), device 0, sm 124, warp 0, lane 0]
#0  0x00007f2e6fbff300 in conditional_kernel<<<(1,1,1),(128,1,1)>>> () at conditional.py:31
31                  tl.store(x_ptr + offs, x, mask=mask)
#0  0x00007f2e6fbff300 in conditional_kernel<<<(1,1,1),(128,1,1)>>> () at conditional.py:31
"""
JOIN = """\
Opening GPU coredump: /var/lib/core_1521131828_host_216238.nvcudmp
[New Thread 216240]

CUDA Exception: Warp Illegal Address
The exception was triggered at PC 0x7ff4dc82f930 (join.h:1159)
[Current focus set to CUDA kernel 0, grid 1, block (0,0,0), thread (32,0,0), device 1, sm 0, warp 0, lane 0]
#0  0x00007ff4dc82f938 in _INTERNAL_8_ab::join_hash (kcxt=0x7ff4f7fffbf8, kds=0x7fe9f0800030, d=3) at /usr/share/extension/join.h:1159
1159            while (khitem && khitem->hash != hash_value)
#0  0x00007ff4dc82f938 in _INTERNAL_8_ab::join_hash (kcxt=0x7ff4f7fffbf8, kds=0x7fe9f0800030, d=3) at /usr/share/extension/join.h:1159
#1  0x00007ff4dc82f000 in join_main<<<(4,1,1),(256,1,1)>>> (kds=0x0) at /usr/share/extension/join.cu:9
"""
NO_LINES = """\
CUDA Exception: Warp Illegal Address
The exception was triggered at PC 0x7f31abb9f6d0  illegalMemoryAccessKernel(int*, int)
[Current focus set to CUDA kernel 0, grid 1, cluster (4,0,0), block (16,0,0), thread (64,0,0), device 0, sm 0, warp 0, lane 0]
"""


def core(text: str) -> GpuCore:
    found = read_gpu_core(text)
    assert not isinstance(found, Absent)
    return found


def test_a_kernel_of_triton_with_its_line():
    found = core(TRITON)
    frame = GpuFrame("conditional_kernel", "conditional.py", 31)
    assert found == GpuCore("", (frame,), (0, 0, 0), (0, 0, 0), 0)


def test_the_frames_of_a_backtrace_each_once():
    found = core(JOIN)
    assert (found.exception, found.block, found.thread, found.device) == (
        "Warp Illegal Address",
        (0, 0, 0),
        (32, 0, 0),
        1,
    )
    assert [(one.function, one.line) for one in found.frames] == [
        ("_INTERNAL_8_ab::join_hash", 1159),
        ("join_main", 9),
    ]


def test_without_frames_the_place_of_the_exception_serves():
    found = core(NO_LINES)
    assert [(one.function, one.line) for one in found.frames] == [
        ("illegalMemoryAccessKernel(int*, int)", None)
    ]
    assert (found.block, found.thread) == ((16, 0, 0), (64, 0, 0))
    no_frames = JOIN[: JOIN.index("#0")]
    assert core(no_frames).frames == (GpuFrame("", "join.h", 1159),)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "No such file or directory.\n",
        "#" * 100_000,
        "[Current focus set to CUDA kernel " * 5000,
    ],
)
def test_what_tells_of_no_kernel_is_absent(text):
    assert isinstance(read_gpu_core(text), Absent)
