"""Which machines atfault looks into programs on: asked here and nowhere else.

    system   Linux                     ptrace, /proc
    machine  x86-64, AArch64           registers, numbers of system calls; cores of either anywhere
    bits     64
    libc     glibc, musl               thread descriptors, locks, allocators

Texts and saved reports are read anywhere, so nothing here may fail, nor be asked for at import.
"""

import os
import sys
from typing import NamedTuple

from atfault.errors import UnsupportedMachine

X86_64, AARCH64 = "x86_64", "aarch64"
NEEDED = "Linux on x86-64 or AArch64 with glibc or musl"


class Host(NamedTuple):
    """What this interpreter runs on, in the words of uname(2)."""

    system: str
    machine: str
    bits: int
    libc: str
    """"glibc", "musl", or words for another."""


def this_host() -> Host:
    """Never fails. The kernel says the machine, the interpreter its width and its library."""
    uname = getattr(os, "uname", None)
    machine = uname().machine if uname is not None else "unknown"
    bits = 64 if sys.maxsize > 1 << 32 else 32
    return Host(sys.platform, machine, bits, _libc())


def why_unsupported(host: Host) -> str:
    """What is in the way, as a clause; "" for nothing."""
    if host.system != "linux":
        return f"this system is {host.system}"
    if host.machine not in (X86_64, AARCH64):
        made = " (setarch tells programs so)" if _is_32_bit_x86(host) and host.bits == 64 else ""
        return f"this machine is {host.machine}{made}"
    if host.bits != 64:
        return f"this Python is a {host.bits}-bit program"
    if host.libc not in ("glibc", "musl"):
        return f"this Python uses {host.libc}"
    return ""


def require_supported() -> None:
    """Raises UnsupportedMachine."""
    why = why_unsupported(this_host())
    if why:
        raise UnsupportedMachine(
            f"{why}, and atfault looks into programs on {NEEDED} alone; "
            f"explain, show and list work here"
        )


def require_x86_64(what: str) -> None:
    """Raises UnsupportedMachine. what: needs the registers of gdb in the order of that machine."""
    machine = this_host().machine
    if machine != X86_64:
        raise UnsupportedMachine(f"{what} works on x86-64 alone, and this machine is {machine}")


def _is_32_bit_x86(host: Host) -> bool:
    return host.machine in ("i386", "i486", "i586", "i686")


def _libc() -> str:
    """confstr(3) knows the version of glibc; musl has the name and no answer."""
    try:
        told = os.confstr("CS_GNU_LIBC_VERSION") or ""
    except (AttributeError, ValueError, OSError):
        told = ""
    if told.startswith("glibc"):
        return "glibc"
    triplet = str(getattr(sys.implementation, "_multiarch", ""))
    return "musl" if triplet.endswith("musl") else "another C library, such as musl"
