"""Constants that the instructions in front of a call load."""

from __future__ import annotations

import struct

import pytest

from atfault.arch.x86_64 import constant_arguments

END = 0x40_1000
"""The return address."""
CALL = b"\xe8\0\0\0\0"
THROUGH_SLOT = b"\xff\x15\0\0\0\0"
LINE = b"\xbe" + struct.pack("<I", 1123)


def lea(register: int, target: int, before_end: int) -> bytes:
    """`lea target(%rip), register`, whose last byte is `before_end` bytes before END."""
    code = b"\x48\x8d" + bytes([register << 3 | 5])
    return code + struct.pack("<i", target - (END - before_end))


def optimised(call: bytes = CALL) -> bytes:
    rest = len(call)
    file = lea(7, 0x402000, rest)
    function = lea(2, 0x402100, rest + 12)
    condition = lea(1, 0x402200, rest + 19)
    return b"\x48\x83\xec\x08" + condition + function + LINE + file + call


def test_arguments_loaded_in_front_of_a_call_are_known() -> None:
    wanted = (0x402000, 1123, 0x402100, 0x402200)
    assert constant_arguments(optimised(), END) == wanted
    assert constant_arguments(optimised(THROUGH_SLOT), END) == wanted


def test_arguments_that_went_through_another_register_are_known() -> None:
    code = b"".join(
        (
            lea(0, 0x402200, 33) + b"\x48\x89\xc1",
            lea(0, 0x402100, 23) + b"\x48\x89\xc2",
            LINE,
            lea(0, 0x402000, 8) + b"\x48\x89\xc7",
            CALL,
        )
    )
    assert constant_arguments(code, END) == (0x402000, 1123, 0x402100, 0x402200)


def test_absolute_addresses_are_constants_too() -> None:
    loads = b"".join(
        bytes([0xB8 | register]) + struct.pack("<I", value)
        for register, value in ((7, 0x402000), (6, 9), (2, 0x402100), (1, 0x402200))
    )
    assert constant_arguments(loads + CALL, END) == (0x402000, 9, 0x402100, 0x402200)


@pytest.mark.parametrize(
    "code",
    (
        b"",
        CALL,
        CALL[1:],
        optimised()[:-5] + b"\x90" * 5,  # no call
        optimised().replace(LINE, b"\x8b\x75\x08\x90\x90"),  # the line is read from memory
        LINE + CALL,  # the others are not set
        b"\x48\x89\xc7" * 4 + CALL,  # from a register that nothing is known of
    ),
)
def test_what_is_no_constant_is_not_made_up(code: bytes) -> None:
    assert constant_arguments(code, END) == ()


def test_any_bytes_are_read_without_an_error() -> None:
    code = optimised()
    for at in range(len(code)):
        for byte in (0x00, 0x48, 0xBE, 0xFF):
            constant_arguments(code[:at] + bytes([byte]) + code[at + 1 :], END)
            constant_arguments(code[at:], END)
