"""The one way in which an interpreter is asked anything.

Isolated (`-I`): neither the current folder, which `-c` puts first, nor PYTHONPATH and the user's
site may say what `json` is. What the user runs (`atfault run`, `explain --module`) is no question:
it has the path that it would have without us.
"""

from __future__ import annotations

import subprocess

from atfault.errors import UsageError

SECONDS = 30
_WHO = "import sys; print(sys.executable, *sys.version_info[:2], sep='\\n')"


def question(python: str, code: str, *arguments: str, packages: bool = False) -> list[str]:
    """The command that has `python` run `code`. packages: with those that are installed there."""
    isolated = ["-I"] if packages else ["-I", "-S"]
    return [python, *isolated, "-c", code, *arguments]


def behind(name: str, command: str) -> tuple[str, tuple[int, int]]:
    """The program behind the name of an interpreter, and its version: gdb cannot debug the scripts
    that pyenv and others put on PATH. command: ours, for the message. Raises UsageError."""
    try:
        done = subprocess.run(
            question(name, _WHO),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=True,
        )
        executable, major, minor = done.stdout.splitlines()
        return executable or name, (int(major), int(minor))
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise UsageError(f"{command}: {name} does not run as an interpreter: {error}") from None
