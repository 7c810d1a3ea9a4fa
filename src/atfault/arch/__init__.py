"""What differs between processor architectures, one module each; `by_machine` finds one."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from atfault import lazy
from atfault.arch import x86_64
from atfault.arch.base import Architecture
from atfault.arch.host import AARCH64, X86_64, require_supported, this_host
from atfault.arch.x86_64 import CALL_NAMES as NAMES
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


def by_machine(e_machine: int, what: str = "a core") -> Architecture:
    """The architecture of an ELF file's e_machine. Raises UnsupportedInput for one we lack.

    what: of that architecture, for the message."""
    if e_machine == EM_X86_64:
        return x86_64.X86_64
    if e_machine == EM_AARCH64:
        return _aarch64()
    name = MACHINE_NAMES.get(e_machine, f"ELF machine {e_machine}")
    raise UnsupportedInput(f"{what} of {name}; atfault reads those of x86-64 and AArch64")


def by_name(name: str) -> Architecture | None:
    """That of `ProcessState.arch`; None for "", of which nothing is known."""
    if name == x86_64.X86_64.name:
        return x86_64.X86_64
    return _aarch64() if name == MACHINE_NAMES[EM_AARCH64] else None


def _aarch64() -> Architecture:
    """Of few targets."""
    found: Architecture = lazy.load("atfault.arch.aarch64:AARCH64")
    return found


def of_this_machine() -> Architecture:
    """Raises UnsupportedMachine for one we lack."""
    require_supported()
    return x86_64.X86_64 if this_host().machine == X86_64 else _aarch64()


@functools.cache
def own_call(name: str) -> int:
    """Number of a system call of this machine's kernel, for one that the C library has no function
    for. Of a machine that we lack -1, a call that no kernel has: a number means another one there.
    """
    machine = this_host().machine
    if machine == X86_64:
        names: Mapping[int, str] = NAMES
    else:
        names = _aarch64().all_syscall_names if machine == AARCH64 else {}
    return next((number for number, known in names.items() if known == name), -1)


def syscall_name(number: int | None, arch: Architecture) -> str:
    """That of a system call; "" for None."""
    if number is None:
        return ""
    return arch.all_syscall_names.get(number, f"number {number}")
