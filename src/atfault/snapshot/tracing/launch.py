"""Starting the program exactly as it would be started without us.

What Python has changed since our own start is put back: signal actions (it ignores SIGPIPE and
SIGXFSZ), the signal mask, and the environment (it may set LC_CTYPE), which is therefore taken from
/proc/self/environ. Everything else (files, folder, limits, terminal) the child inherits untouched.
Whether our own caller had SIGPIPE ignored can no longer be asked of ourselves. A shell and systemd
tell it (`_inherited`); of any other caller the program gets the default.
"""

import ctypes
import errno
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, NoReturn

from atfault.errors import CannotWatch
from atfault.snapshot import procfs

DEFAULT_PATH = b"/bin:/usr/bin"
NOT_FOUND, NOT_EXECUTABLE = 127, 126
_IGNORED_BY_PYTHON = frozenset((signal.SIGPIPE, signal.SIGXFSZ))
_SHELLS = frozenset(("bash", "busybox", "dash", "ksh", "mksh", "sh", "zsh"))
"""What they ignore themselves (`trap '' PIPE`), those whom they start do, too. Programs of Python,
Rust and node.js ignore SIGPIPE and start others without that."""


class Start(NamedTuple):
    """What is needed to start the program, gathered before anything is changed."""

    argv: tuple[bytes, ...]
    environment: tuple[bytes, ...]
    """NAME=value, in the order we got them."""
    mask: frozenset[int]
    """Blocked signals."""
    ignored: frozenset[int]
    """Signals whose action was to ignore them."""
    seconds: int = 0
    """SIGALRM ends it after so long, unless it handles that or sets a timer of its own; 0: not."""


def gather(argv: Sequence[str]) -> Start:
    """Call it first: before signals are blocked or handlers set."""
    ignored = {n for n in signal.valid_signals() if _is_ignored(n)} - _IGNORED_BY_PYTHON
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    environment = procfs.read("/proc/self/environ", 1 << 26)
    if environment:
        entries = tuple(environment.removesuffix(b"\0").split(b"\0"))
    else:
        entries = tuple([name + b"=" + value for name, value in os.environb.items()])
    return Start(
        tuple([os.fsencode(argument) for argument in argv]),
        entries,
        frozenset([int(n) for n in mask]),
        frozenset([int(n) for n in ignored | _inherited()]),
    )


def _inherited() -> set[int]:
    """Those that Python ignores and that were so before, as far as our caller is one that tells."""
    if os.environ.get("SYSTEMD_EXEC_PID") == str(os.getpid()):
        return {signal.SIGPIPE}  # IgnoreSIGPIPE=yes, systemd.exec(5)
    caller = os.getppid()
    if os.path.basename(procfs.link(caller, "exe")) not in _SHELLS:
        return set()
    bits = procfs.number(procfs.status(caller), b"SigIgn", 16) or 0
    return {n for n in _IGNORED_BY_PYTHON if bits & 1 << (n - 1)}


@contextmanager
def needed_to_watch() -> Iterator[None]:
    """Around what has to be had before the program can be started under watch."""
    try:
        yield
    except (OSError, MemoryError, ImportError) as error:
        raise CannotWatch(
            str(getattr(error, "strerror", "") or error) or type(error).__name__
        ) from error


def keep_standard_numbers() -> None:
    """Where standard input, output or error is closed, keep its number from files of our own: what
    is meant for standard error would go there. What we start finds it closed. Raises OSError."""
    for fd in range(3):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)  # the lowest number that is free


def become(start: Start) -> NoReturn:
    """Turn this (forked) process into the program. Raises OSError with the errno of the failure."""
    for number in signal.valid_signals():
        if number in (signal.SIGKILL, signal.SIGSTOP):
            continue
        wanted = signal.SIG_IGN if number in start.ignored else signal.SIG_DFL
        if signal.getsignal(number) != wanted:
            try:
                signal.signal(number, wanted)
            except (OSError, ValueError):
                continue
    signal.pthread_sigmask(signal.SIG_SETMASK, start.mask)
    if start.seconds:
        signal.alarm(start.seconds)
    _execute(start)


def _execute(start: Start) -> NoReturn:
    """execvp(3) with the environment as bytes. An error of a file that exists is preferred."""
    name = start.argv[0]
    problem = errno.ENOENT
    for path in candidates(name, start.environment):
        code = _execve(path, start.argv, start.environment)
        if code == errno.ENOEXEC and _is_text(path):
            # As shells, execvp, nohup and env do it for a script without a "#!" line.
            shell = (b"/bin/sh", path, *start.argv[1:])
            code = _execve(b"/bin/sh", shell, start.environment)
        if code not in (errno.ENOENT, errno.ENOTDIR):
            problem = code
            if code != errno.EACCES:
                break
    raise OSError(problem, os.strerror(problem))


def candidates(name: bytes, environment: Sequence[bytes]) -> list[bytes]:
    """The files that `name` may mean, by PATH of that environment."""
    if b"/" in name:
        return [name]
    if not name:
        return []
    search = DEFAULT_PATH
    for entry in environment:
        if entry.startswith(b"PATH="):
            search = entry[5:]
            break
    return [(folder + b"/" if folder else b"./") + name for folder in search.split(b":")]


def _execve(path: bytes, argv: Sequence[bytes], environment: Sequence[bytes]) -> int:
    """execve(2) on byte strings as they are; the errno of its failure."""
    libc = ctypes.PyDLL(None, use_errno=True)
    arguments = (ctypes.c_char_p * (len(argv) + 1))(*argv, None)
    variables = (ctypes.c_char_p * (len(environment) + 1))(*environment, None)
    libc.execve(ctypes.c_char_p(path), arguments, variables)
    return ctypes.get_errno()


def _is_text(path: bytes) -> bool:
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        head = os.read(fd, 128).split(b"\n", 1)[0]
    finally:
        os.close(fd)
    return b"\0" not in head


def status_of_failure(code: int) -> int:
    """The exit status, as shells give it, of a program whose execution failed with this errno."""
    return NOT_FOUND if code in (errno.ENOENT, errno.ENOTDIR) else NOT_EXECUTABLE


def _is_ignored(number: int) -> bool:
    return signal.getsignal(number) == signal.SIG_IGN
