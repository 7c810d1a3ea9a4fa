"""The program: `atfault`, or `python -m atfault`."""

from __future__ import annotations

import gc
import os
import sys
from typing import NoReturn

from atfault import lazy
from atfault.cli.statuses import BROKEN_PIPE, INTERRUPTED, WRONG_USAGE


def console_main() -> NoReturn:
    """The program `atfault`.

    Ends without tearing the interpreter down: nothing that matters is left to destructors (files
    and traced processes are closed by their context managers), and it takes milliseconds.
    """
    gc.disable()  # most commands are short-lived, and what they build holds no cycles
    _open_standard_files()
    _put_pythonpath_last()  # before any of our own modules can meet a user's in its place
    try:
        code: int = lazy.load("atfault.cli.main").main(sys.argv[1:])
    except KeyboardInterrupt:  # while our own modules are imported; later ones are met there
        code = INTERRUPTED
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        code = code or BROKEN_PIPE
    except (OSError, ValueError):  # a full disk
        code = code or WRONG_USAGE
    os._exit(code)


def _open_standard_files() -> None:
    """Put /dev/null where we were started without standard input, output or error (`>&-`).

    A file of ours would else get that number, and be taken for it. Standard output takes nothing
    then: to write a report there fails, as it does for other tools. A program that we start finds
    all of them closed all the same: /dev/null is not inherited.
    """
    for number, flags in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:  # open() takes the lowest free number: this one
            os.open(os.devnull, flags | os.O_CLOEXEC)
    for number, name in ((1, "stdout"), (2, "stderr")):
        if getattr(sys, name) is None:
            stream = open(number, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 (kept open)
            setattr(sys, name, stream)


def _put_pythonpath_last() -> None:
    """PYTHONPATH is meant for the user's programs. A `struct.py` there must not become ours, so
    the standard library comes first here; the environment stays as it is for what we start."""
    named = os.environ.get("PYTHONPATH")
    if named:
        theirs = {os.path.abspath(folder) for folder in named.split(os.pathsep) if folder}
        sys.path.sort(key=lambda folder: folder in theirs)


if __name__ == "__main__":
    console_main()
