"""The program: `atfault`, or `python -m atfault`."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from atfault import lazy


def console_main() -> NoReturn:
    """The program `atfault`.

    Ends without tearing the interpreter down: nothing that matters is left to destructors (files
    and traced processes are closed by their context managers), and it takes milliseconds.
    """
    _open_standard_files()
    _put_pythonpath_last()  # before any of our own modules can meet a user's in its place
    command_line = lazy.load("atfault.cli.main")
    code = command_line.main(sys.argv[1:])
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):  # a broken pipe, or a full disk
        code = code or command_line.BROKEN_PIPE
    os._exit(code)


def _open_standard_files() -> None:
    """Put /dev/null where we were started without standard input, output or error (`>&-`).

    A file of ours would else get that number, and be taken for it. A program that we start finds
    it closed all the same: /dev/null is not inherited.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:  # open() takes the lowest free number: this one
            os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (kept open)
            setattr(sys, name, nowhere)


def _put_pythonpath_last() -> None:
    """PYTHONPATH is meant for the user's programs. A `struct.py` there must not become ours, so
    the standard library comes first here; the environment stays as it is for what we start."""
    named = os.environ.get("PYTHONPATH")
    if named:
        theirs = {os.path.abspath(folder) for folder in named.split(os.pathsep) if folder}
        sys.path.sort(key=lambda folder: folder in theirs)


if __name__ == "__main__":
    console_main()
