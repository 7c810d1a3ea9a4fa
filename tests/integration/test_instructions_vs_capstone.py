"""The own decoder of common instructions, held against capstone over real code and noise."""

from __future__ import annotations

import ctypes.util
import importlib.util
import os
import random
import sysconfig
from collections.abc import Iterator

import pytest

elffile = pytest.importorskip("elftools.elf.elffile", reason="needs pyelftools")
capstone = pytest.importorskip("capstone", reason="needs capstone")

from atfault.native.disassemble import disassemble  # noqa: E402
from atfault.native.instructions import Instruction, decode  # noqa: E402

PIECE, PIECES = 12_000, 12
"""Bytes of code looked at in one place, and places, of each library."""
NO_ACCESS = ("lea", "nop", "prefetch")


def libraries() -> list[str]:
    """Code of several compilers: libc, libpython, and what is installed of torch and numpy."""
    found = [f"/lib/x86_64-linux-gnu/{ctypes.util.find_library('c')}"]
    found.append(
        os.path.join(
            sysconfig.get_config_var("LIBDIR") or "", sysconfig.get_config_var("LDLIBRARY") or ""
        )
    )
    for package, library in (
        ("torch", "lib/libtorch_cpu.so"),
        ("numpy", f"_core/_multiarray_umath{sysconfig.get_config_var('EXT_SUFFIX')}"),
        ("llvmlite", "binding/libllvmlite.so"),
    ):
        spec = importlib.util.find_spec(package)
        if spec and spec.submodule_search_locations:
            found.append(os.path.join(spec.submodule_search_locations[0], library))
    return [path for path in found if path.endswith((".so", ".6", ".0")) and os.path.exists(path)]


def pieces(path: str) -> Iterator[tuple[int, bytes]]:
    """(address, code) of some places of a library's .text, the same ones each time."""
    chance = random.Random(1)
    with open(path, "rb") as file:
        section = elffile.ELFFile(file).get_section_by_name(".text")
        address, size = section["sh_addr"], section["sh_size"]
        for _ in range(PIECES):
            start = chance.randrange(max(1, size - PIECE))
            file.seek(section["sh_offset"] + start)
            yield address + start, file.read(PIECE)


def theirs(code: bytes, address: int) -> Instruction | str:
    found = disassemble(code, address)
    return found if isinstance(found, str) else found._replace(groups=())


@pytest.mark.newest
def test_what_is_answered_for_real_code_equals_capstone() -> None:
    paths = libraries()
    assert paths, "no library found to read"
    engine = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_64)
    engine.skipdata = True
    for path in paths:
        reached = answered = 0
        for start, code in pieces(path):
            for address, size, name, operands in engine.disasm_lite(code, start):
                raw = code[address - start : address - start + 15]
                if name == ".byte" or len(raw) < 15:
                    continue
                text = f"{name} {operands}".strip()
                reaches = "[" in text and not name.startswith(NO_ACCESS)
                reached += reaches
                found = decode(raw, address)
                if found is None:
                    continue
                answered += reaches
                assert (found.text, found.length) == (text, size), raw.hex()
                if found.memory and address % 7 == 0:
                    assert found == theirs(raw, address), raw.hex()
        assert answered >= 0.9 * reached > 0, f"{path}: {answered} of {reached}"


@pytest.mark.representative("instructions")
def test_what_is_answered_for_noise_equals_capstone() -> None:
    chance = random.Random(2)
    starts = "|66|f2|f3|f0|64|48|0f|c5|c4|62|660f|f30f|660f38|660f3a|c4e2|c4e1|c4e3|62f1|62f2"
    prefixes = [bytes.fromhex(start) for start in starts.split("|")]
    answered = 0
    for _ in range(60_000):
        raw = (chance.choice(prefixes) + chance.randbytes(15))[: chance.choice((15, 15, 6, 4))]
        found = decode(raw, 0x1000)
        if found is not None:
            answered += 1
            assert found == theirs(raw, 0x1000), raw.hex()
    assert answered > 3000


def test_every_prefix_of_an_instruction_is_refused_or_right() -> None:
    whole = bytes.fromhex("f3420f1044b00890")
    for length in range(len(whole) - 1):
        assert decode(whole[:length], 0) is None
    found = decode(whole, 0)
    assert found is not None
    assert found.text == "movss xmm0, dword ptr [rax + r14*4 + 8]"
