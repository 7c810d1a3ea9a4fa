"""What differs between processor architectures, one module each; `by_machine` finds one."""

from __future__ import annotations

import os

from atfault.arch import x86_64
from atfault.arch.base import Architecture
from atfault.arch.x86_64_calls import NAMES
from atfault.errors import UnsupportedInput

EM_X86_64 = 62
EM_AARCH64 = 183

MACHINE_NAMES = {
    3: "i386",
    8: "MIPS",
    20: "PowerPC",
    21: "PowerPC64",
    22: "s390",
    40: "ARM",
    EM_X86_64: "x86-64",
    EM_AARCH64: "AArch64",
    243: "RISC-V",
    258: "LoongArch",
}


def by_machine(e_machine: int) -> Architecture:
    """The architecture of an ELF file's e_machine. Raises UnsupportedInput for one we lack."""
    if e_machine == EM_X86_64:
        return x86_64.X86_64
    name = MACHINE_NAMES.get(e_machine, f"ELF machine {e_machine}")
    raise UnsupportedInput(f"a core of {name}; atfault reads x86-64 cores")


def of_this_machine() -> Architecture:
    """Raises UnsupportedInput for one we lack."""
    machine = os.uname().machine
    numbers = {"x86_64": EM_X86_64, "aarch64": EM_AARCH64}
    return by_machine(numbers.get(machine, 0))


def syscall_name(number: int | None) -> str:
    """That of a system call of x86-64; "" for None."""
    if number is None:
        return ""
    return NAMES.get(number, f"number {number}")
