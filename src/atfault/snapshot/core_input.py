"""Opening a core file in the form that it has on disk: plain, or compressed as systemd does.

The form is told by the first bytes, never by the name:

    7f 45 4c 46        ELF, mapped as it stands
    1f 8b              gzip
    28 b5 2f fd        zstd
    fd 37 7a 58 5a 00  xz
    04 22 4d 18        lz4 frame
    ProblemType: Crash what apport keeps: one of these in base64

What is compressed goes through `compressed_core`, and so does what comes from a pipe: a core is
read here and there, so it has to be a file.
"""

from __future__ import annotations

import mmap
import os

from atfault import lazy
from atfault.errors import AccessError, FormatError, UnsupportedInput
from atfault.formats.elf import HEADER_SIZE, MAGIC
from atfault.snapshot.core_form import Progress, form_of, what_is_it

STDIN = "-"
_HEAD = 512
_MAX_LAYERS = 2
"""apport's report, and the gzip stream in it."""


def open_core_bytes(
    path: str, progress: Progress | None = None
) -> tuple[mmap.mmap, list[str], os.stat_result]:
    """Map the core at `path` into memory. Returns (mapping, warnings, what fstat says of the file).

    Raises AccessError (missing, no permission), FormatError (damaged stream, empty),
    UnsupportedInput (a directory, a device, a script …).
    """
    fd = _standard_input() if path == STDIN else _open(path)
    warnings: list[str] = []
    try:
        status = os.fstat(fd)
        size = status.st_size
        head = _read_head(fd, path)
        if not head:
            raise FormatError(
                f"{_name(path)} is empty: no core was written (disk full, or `ulimit -c` too "
                "small?)"
            )
        for _ in range(_MAX_LAYERS):
            if head[:4] == MAGIC:
                break
            expanded = _expanded(fd, size, head, path, warnings, progress)
            os.close(fd)
            fd = expanded
            size = os.fstat(fd).st_size
            head = _read_head(fd, path)
        if not size:
            raise FormatError(f"{path} holds nothing once unpacked: no core was written?")
        if size < HEADER_SIZE:
            raise FormatError(
                f"{_name(path)} ends inside its ELF header, after {size} bytes: cut off"
            )
        return _map(fd, path), warnings, status
    finally:
        os.close(fd)


def _expanded(
    fd: int, size: int, head: bytes, path: str, warnings: list[str], progress: Progress | None
) -> int:
    form = form_of(head)
    if form is None:
        raise UnsupportedInput(f"{_name(path)} is not a core file: {what_is_it(head)}")
    expand = lazy.load("atfault.snapshot.compressed_core:expand")
    expanded: int = expand(fd, size, form, _name(path), warnings, progress)
    return expanded


def _standard_input() -> int:
    """A descriptor of standard input, or of a file that holds all that came from it."""
    if os.isatty(0):
        raise UnsupportedInput("no core comes from a terminal: coredumpctl dump | atfault core -")
    if os.fstat(0).st_mode & 0o170000 == 0o100000:
        return os.dup(0)
    taken: int = lazy.load("atfault.snapshot.compressed_core:received")(0)
    return taken


def _name(path: str) -> str:
    return "standard input" if path == STDIN else path


def _read_head(fd: int, path: str) -> bytes:
    try:
        return os.pread(fd, _HEAD, 0)
    except OSError as error:
        raise AccessError(f"{path} cannot be read: {error.strerror}") from None


def _open(path: str) -> int:
    try:
        # O_NONBLOCK: a FIFO must not make us wait.
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except FileNotFoundError:
        raise AccessError(_why_missing(path)) from None
    except PermissionError:
        raise AccessError(
            f"{path} may not be read by this user: run as its owner, or with sudo"
        ) from None
    except OSError as error:
        raise AccessError(f"{path} cannot be opened: {error.strerror}") from None
    except ValueError:
        raise AccessError(f"{path!r} is not a file name") from None
    kind = os.fstat(fd).st_mode & 0o170000
    if kind != 0o100000:
        os.close(fd)
        what = {0o040000: "a directory", 0o010000: "a pipe", 0o140000: "a socket"}
        raise UnsupportedInput(
            f"{path} is {what.get(kind, 'a device')}, not a core file: give the core file itself"
        )
    return fd


def _why_missing(path: str) -> str:
    try:
        target = os.readlink(path)
    except OSError:
        return f"{path or repr(path)}: no such file"
    return f"{path} is a link to {target}, which does not exist"


def _map(fd: int, path: str) -> mmap.mmap:
    try:
        return mmap.mmap(fd, 0, mmap.MAP_PRIVATE, mmap.PROT_READ)
    except (OSError, ValueError) as error:
        raise AccessError(f"{path} cannot be mapped into memory: {error}") from None
