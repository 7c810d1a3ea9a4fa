"""Trivial member functions, followed instruction by instruction."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.arch.aarch64 import AARCH64
from atfault.arch.base import Architecture
from atfault.arch.x86_64 import X86_64
from atfault.native.accessor import returned_pointer
from support.byte_memory import ByteMemory

CODE, THIS = 0x1000, 0x8000
TEXT = 0x5550


def result(code: str, this: bytes = b"", arch: Architecture = X86_64) -> int | None:
    memory = ByteMemory({CODE: bytes.fromhex(code).ljust(64, b"\xcc"), THIS: this.ljust(64, b"\0")})
    return returned_pointer(memory, CODE, THIS, arch)


FIELD = bytes(8) + TEXT.to_bytes(8, "little")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("488b4708c3", TEXT),  # mov rax, [rdi+8]; ret
        ("f30f1efa488b4708c3", TEXT),  # endbr64 before it
        ("488d4710c3", THIS + 16),  # lea rax, [rdi+16]
        ("488d0510000000c3", CODE + 7 + 16),  # lea rax, [rip+16]
        ("554889e548897df8488b45f8488b40085dc3", TEXT),  # as compiled with -O0
        ("4889f8 4883c010 c3", THIS + 16),  # mov rax, rdi; add rax, 16
        ("e801000000c3 488b4708c3", TEXT),  # call of the next function
        ("eb0190488b4708c3", TEXT),  # jmp over a byte
        ("f2e801000000c3488b4708f2c3", TEXT),  # with bnd prefixes
    ],
)
def test_what_it_returns(code: str, expected: int) -> None:
    assert result(code, FIELD) == expected


@pytest.mark.parametrize(
    "code",
    [
        "488b4708",  # goes on into what is no instruction
        "85ff7401c3",  # a decision
        "48894708c3",  # writes to the object
        "ebfe",  # an endless loop
        "e8fbffffffc3",  # endless recursion
        "8b4708c3",  # 32 bits
        "488b04f7c3",  # an index register
        "5fc3",  # takes from the caller's stack
        "c3",  # returns what it was given
        "488b07488b00488b00c3",  # leads into unmapped memory
    ],
)
def test_anything_else_is_unknown(code: str) -> None:
    assert not result(code, FIELD)


@given(st.binary(min_size=1, max_size=64))
def test_any_bytes_end_soon_and_raise_nothing(code: bytes) -> None:
    result(code.hex(), FIELD)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("000440f9 c0035fd6", TEXT),  # ldr x0, [x0, #8]; ret
        ("5f2403d5 000440f9 c0035fd6", TEXT),  # bti c before it
        ("000000b0 00402091 c0035fd6", CODE + 0x1000 + 0x810),  # adrp x0; add x0, x0, #0x810; ret
        ("e10300aa 200440f9 c0035fd6", TEXT),  # mov x1, x0; ldr x0, [x1, #8]
        ("02000014 cccccccc 000440f9 c0035fd6", TEXT),  # b over a word
        ("000440b9 c0035fd6", None),  # 32 bits
        ("e00340f9 c0035fd6", None),  # from the stack
        ("000000f9 c0035fd6", None),  # writes to the object
        ("00000014", None),  # an endless loop
        ("40000094 c0035fd6", None),  # a call
    ],
)
def test_what_it_returns_on_aarch64(code: str, expected: int | None) -> None:
    assert result(code, FIELD, AARCH64) == expected
