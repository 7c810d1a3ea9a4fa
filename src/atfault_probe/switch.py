"""ATFAULT=1: a Python program that somebody else starts becomes one under `atfault run`.

A .pth file of the package has this imported as the interpreter begins, where ATFAULT is set and
nothing of the program has run yet. The process becomes the one that watches, by exec, and so keeps
its number: whoever started it signals it and waits for it as before. What it starts is followed by
that, and finds ATFAULT=watched.
"""

from __future__ import annotations

import importlib
import os
import shlex
import sys

VARIABLE, OPTIONS = "ATFAULT", "ATFAULT_OPTIONS"
WATCHED = "watched"
OFF = ("", "0", "off", "no", "false", WATCHED)


def command_line() -> list[str]:
    """How this interpreter was called; [] where that cannot be told."""
    given = getattr(sys, "orig_argv", None)  # since 3.10
    if given is None:
        try:
            with open("/proc/self/cmdline", "rb") as file:
                given = [os.fsdecode(word) for word in file.read().split(b"\0")[:-1]]
        except OSError:
            return []
    return [sys.executable, *given[1:]] if given and sys.executable else []


def is_ours(command: list[str]) -> bool:
    """Whether it is a command of ours, which looks at others itself."""
    words = command[1:]
    if "-m" in words and words[words.index("-m") + 1 :][:1] == ["atfault"]:
        return True
    return any(os.path.basename(word) == "atfault" for word in words[:1])


def become_watched() -> None:
    """Returns where that is not wanted, or does not work: then the program runs as it is."""
    if os.environ.get(VARIABLE, "").lower() in OFF:
        return
    command = command_line()
    if not command or is_ours(command) or not sys.platform.startswith("linux"):
        return
    try:
        options = shlex.split(os.environ.get(OPTIONS, ""))
    except ValueError as error:
        sys.stderr.write("atfault: %s: %s\n" % (OPTIONS, error))
        options = []
    environment = dict(os.environ, **{VARIABLE: WATCHED})
    try:
        ours = importlib.import_module("atfault.looking").our_command()
        words = [*ours, "run", *options, "--", *command]
        os.execve(words[0], words, environment)
    except Exception as error:  # whatever of ours is broken: the program runs
        sys.stderr.write("atfault: the program runs unwatched: %s\n" % error)


become_watched()
