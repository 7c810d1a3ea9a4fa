"""A core_pattern is filled in as the kernel does it."""

from __future__ import annotations

import pytest

from atfault.handler.pattern import (
    MAX_PATTERN,
    Values,
    command_of,
    file_of,
    is_ours,
    our_pattern,
)

NUMBERS = {
    "P": 4711,
    "p": 7,
    "I": 4712,
    "i": 8,
    "s": 11,
    "u": 1000,
    "g": 100,
    "d": 1,
    "c": 0,
    "t": 9,
}
VALUES = Values(NUMBERS, "ship", "my app", "/usr/bin/app")


@pytest.mark.parametrize(
    ("pattern", "command"),
    [
        ("|/bin/x -p%p -P%P %s -- %E", ["/bin/x", "-p7", "-P4711", "11", "--", "/usr/bin/app"]),
        ("|/bin/x %e %h %f", ["/bin/x", "my app", "ship", "app"]),
        ("|/bin/x  100%% %q %", ["/bin/x", "100%", "", ""]),
        ("|", []),
    ],
)
def test_a_program_s_words_are_split_before_they_are_filled_in(
    pattern: str, command: list[str]
) -> None:
    assert command_of(pattern, VALUES) == command


@pytest.mark.parametrize(
    ("pattern", "uses_pid", "name"),
    [
        ("core", False, "core"),
        ("core", True, "core.7"),
        ("core.%p", True, "core.7"),
        ("/var/cores/%e.%t", False, "/var/cores/my app.9"),
        ("%E", False, "!usr!bin!app"),
        ("", True, ".7"),
        ("", False, ""),
    ],
)
def test_a_file_s_name_is_filled_in(pattern: str, uses_pid: bool, name: str) -> None:
    assert file_of(pattern, VALUES, uses_pid) == name


@pytest.mark.parametrize("comm", ["..", ".", "../../etc/passwd", "/etc/passwd", "a\0b"])
def test_no_name_that_a_program_gives_itself_leads_elsewhere(comm: str) -> None:
    name = file_of("/cores/%e", VALUES._replace(comm=comm), False)
    assert name.startswith("/cores/")
    assert name.count("/") == 2
    assert name[7:] not in (".", "..")
    assert "\0" not in name


def test_our_own_is_known_again_and_fits() -> None:
    assert is_ours(our_pattern("/opt/atfault/bin/python"))
    assert len(our_pattern("/opt/atfault/bin/python")) <= MAX_PATTERN
    assert not is_ours("|/usr/lib/systemd/systemd-coredump %P %u %g %s %t %c %h")
    assert not is_ours("core")
