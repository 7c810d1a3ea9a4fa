"""The signal frame that the kernel pushes, and what is taken from it."""

from __future__ import annotations

import struct

import pytest

from atfault.arch.x86_64 import X86_64, decode_signal_frame, signal_frame_registers


def frame(trap: int, error: int = 0, cr2: int = 0, siginfo: bytes = b"") -> bytes:
    """struct ucontext and siginfo, the registers 1 to 17 in the kernel's order."""
    context = bytes(40) + struct.pack("<17Q", *range(1, 18)) + bytes(16)
    context += struct.pack("<QQQQ", error, trap, 0, cr2)
    return context.ljust(304, b"\0") + siginfo.ljust(128, b"\0")


def test_registers_are_taken_in_the_kernels_order() -> None:
    found = decode_signal_frame(frame(14), 11)
    assert found is not None
    # rax rdx rcx rbx rsi rdi rbp rsp r8 … r15 rip
    assert found.general == (14, 13, 15, 12, 10, 9, 11, 16, 1, 2, 3, 4, 5, 6, 7, 8, 17)


def test_register_set_and_signal_frame_agree() -> None:
    data = struct.pack("<27Q", *range(27))
    general = X86_64.decode_user_regs(data).general
    context = bytes(40) + signal_frame_registers(data)
    found = decode_signal_frame(context.ljust(432, b"\0"), 11)
    assert found is not None
    assert found.general == general
    assert signal_frame_registers(data[:100]) == b""


@pytest.mark.parametrize(
    ("number", "trap", "error", "expected"),
    (
        (11, 14, 4, (0, 0x1230)),
        (11, 14, 7, (2, 0x1230)),
        (11, 13, 0, (0x80, None)),
        (7, 14, 4, (2, 0x1230)),
        (7, 12, 0, (0x80, None)),
        (7, 17, 0, (1, None)),
        (8, 0, 0, (1, 17)),
        (4, 6, 0, (2, 17)),
        (11, 0, 0, None),
        (8, 14, 0, None),
        (4, 3, 0, None),
    ),
)
def test_an_exception_becomes_the_signal_that_the_kernel_makes_of_it(
    number: int, trap: int, error: int, expected: tuple[int, int | None] | None
) -> None:
    found = decode_signal_frame(frame(trap, error, 0x1230), number)
    assert found is not None
    assert found.fault == expected


def test_a_page_fault_tells_write_from_read() -> None:
    for error, is_write in ((4, False), (6, True)):
        found = decode_signal_frame(frame(14, error), 11)
        assert found is not None
        assert found.is_write is is_write


def test_siginfo_with_an_error_number_is_none() -> None:
    siginfo = struct.pack("<iiiiQ", 11, 5, 1, 0, 0x1230)
    found = decode_signal_frame(frame(14, 4, 0x1230, siginfo), 11)
    assert found is not None
    assert found.signal == 0


def test_a_frame_that_is_cut_short_is_none() -> None:
    assert decode_signal_frame(bytes(300), 11) is None
