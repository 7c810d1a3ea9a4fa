"""How processes ended, as others or a C++ runtime tell: a core does not say who sent its signal."""

from typing import NamedTuple

from atfault.model.out_of_memory import OutOfMemory


class BrokenPipe(NamedTuple):
    """What a process wrote to that nobody reads any more, as SIGPIPE came."""

    fd: int
    kind: str
    """"pipe", "socket", or "file" where that cannot be told."""


class Termination(NamedTuple):
    """How the process ended, known to whoever waited for it (`atfault run`)."""

    exit_code: int | None = None
    signal: int | None = None
    sender: str = ""
    """Who sent the killing signal, in words, when known: "pid 812 (systemd-oomd)"."""
    sender_pid: int | None = None
    oom: OutOfMemory | None = None
    broken: BrokenPipe | None = None
    """Of a process that SIGPIPE ended as it wrote."""
    after: str = ""
    """What it was handling as it was ended, in words: "SIGFPE, sent by the program itself"; "" for
    nothing known."""


class CppException(NamedTuple):
    """An in-flight or uncaught C++ exception."""

    type: str
    what: str
    """"" when the type has no what()."""
    address: int = 0
    """Of the object that was thrown; 0 when unknown."""
