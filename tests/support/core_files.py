"""What a test needs of the machine to get a core file of a program of its own."""

from __future__ import annotations

import resource

import pytest


def allow_core() -> None:
    """For a child before it executes its program: as large a core as it may leave."""
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))


def why_no_core() -> str:
    """Why the kernel would not leave a core in a program's working directory; "" when it would."""
    with open("/proc/sys/kernel/core_pattern", encoding="ascii") as file:
        pattern = file.read().strip()
    if pattern.startswith("|") or "/" in pattern or not pattern.startswith("core"):
        return f"cores do not land in the working directory: core_pattern is {pattern!r}"
    if resource.getrlimit(resource.RLIMIT_CORE)[1] == 0:
        return "the hard limit on core files is 0"
    return ""


def require_core_files() -> None:
    """Skip the test where the kernel would leave no core in the working directory."""
    reason = why_no_core()
    if reason:
        pytest.skip(reason)
