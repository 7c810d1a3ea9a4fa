"""Exceptions that only say that another process has failed: type and text → kind.

peer-gone       the other end of a connection went (gloo, NCCL, torch's TCPStore)
watchdog        a collective operation waited for the other ranks in vain
launcher        what started the process that failed (torchrun, torch.multiprocessing.spawn,
                    nbclient for a cell of a notebook, subprocess where a signal ended it)
worker-died     a pool or a DataLoader has lost a worker
told-to-end     somebody sent a signal, since another process had failed
"""

import re
from collections.abc import Iterator

MAX_MESSAGE, MAX_LINE = 20_000, 2000
_TYPES = {
    "ChildFailedError": "launcher",
    "ProcessExitedException": "launcher",
    "CellExecutionError": "launcher",
    "SignalException": "told-to-end",
    "BrokenProcessPool": "worker-died",
    "TerminatedWorkerError": "worker-died",
}
"""By the last part of a type's name."""
_TEXTS = (
    (
        "watchdog",
        "",
        re.compile(
            r"Watchdog caught collective operation timeout"
            r"|Some NCCL operations have failed or timed out"
        ),
    ),
    ("watchdog", "gloo", re.compile(r"[Tt]imed out|Application timeout")),
    (
        "peer-gone",
        "gloo",
        re.compile(r"Connection (?:closed by peer|reset by peer|refused)|Broken pipe"),
    ),
    (
        "peer-gone",
        "",
        re.compile(
            r"\bncclRemoteError\b|NCCL communicator was aborted"
            r"|Connection was likely closed\. Did the remote server shutdown or crash"
            r"|remote process exited or there was a network error"
        ),
    ),
    ("launcher", "", re.compile(r"' died with <Signals\.SIG[A-Z0-9]{1,10}: \d{1,3}>\.$")),
    (
        "worker-died",
        "",
        re.compile(
            r"DataLoader worker \(pid(?:\(s\))? [\d, ]{1,400}\) "
            r"(?:exited unexpectedly|is killed by signal: )"
        ),
    ),
)
"""(kind, a word that the line has besides, what it says)."""


def consequence_kind(kind: str, message: str) -> str:
    """Which of these an exception is; "" for one that may be the first failure. kind: its type,
    with its module."""
    named = _TYPES.get(kind.rpartition(".")[2], "")
    return named or next((name for name, _ in _found(message)), "")


def telling_line(message: str) -> str:
    """The line of the message that says so; its first one where its type does."""
    for _, line in _found(message):
        return line.strip()
    return next((line.strip() for line in _lines(message) if line.strip(" =-")), "")


def _found(message: str) -> Iterator[tuple[str, str]]:
    """(kind, line) of each line that says so."""
    for line in _lines(message):
        for kind, word, pattern in _TEXTS:
            if word in line and pattern.search(line):
                yield kind, line


def _lines(message: str) -> list[str]:
    return [line[:MAX_LINE] for line in message[:MAX_MESSAGE].splitlines()]
