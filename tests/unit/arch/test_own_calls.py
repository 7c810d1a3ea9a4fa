"""Numbers of the system calls that atfault itself makes: another machine has other ones."""

from __future__ import annotations

import os
import re

import pytest

from atfault import arch
from atfault.arch import host, own_call

X86_64 = {
    **{"setgroups": 116, "setfsuid": 122, "setfsgid": 123, "capget": 125, "capset": 126},
    **{"rt_sigqueueinfo": 129, "sched_setattr": 314, "statx": 332, "openat2": 437},
}
AARCH64 = {
    **{"setgroups": 159, "setfsuid": 151, "setfsgid": 152, "capget": 90, "capset": 91},
    **{"rt_sigqueueinfo": 138, "sched_setattr": 274, "statx": 291, "openat2": 437},
}
HEADERS = {
    "x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
    "aarch64": "/usr/include/asm-generic/unistd.h",
}
"""Of the kernel; AArch64 has its numbers from the generic ones."""


@pytest.fixture
def on(monkeypatch):
    def become(machine: str) -> None:
        own_call.cache_clear()
        monkeypatch.setattr(arch, "this_host", lambda: host.Host("linux", machine, 64, "glibc"))

    yield become
    own_call.cache_clear()


@pytest.mark.parametrize(("machine", "numbers"), [("x86_64", X86_64), ("aarch64", AARCH64)])
def test_each_machine_has_its_own_numbers(on, machine, numbers):
    on(machine)
    assert {name: own_call(name) for name in numbers} == numbers


def test_on_a_machine_that_is_not_known_no_call_is_made_at_all(on):
    on("riscv64")
    assert {own_call(name) for name in X86_64} == {-1}


@pytest.mark.parametrize("machine", HEADERS)
def test_the_tables_are_those_of_the_kernels_headers(on, machine):
    if not os.path.exists(HEADERS[machine]):
        pytest.skip(f"{HEADERS[machine]} is not installed (package linux-libc-dev)")
    with open(HEADERS[machine], encoding="ascii") as file:
        found = re.findall(r"#define __NR_(\w+)\s+(\d+)$", file.read(), re.MULTILINE)
    kernel = {int(number): name for name, number in found if name != "syscalls"}
    names = arch.by_machine(62 if machine == "x86_64" else 183).all_syscall_names
    assert len(names) > 250
    wrong = {number: name for number, name in names.items() if kernel.get(number, name) != name}
    assert not wrong
