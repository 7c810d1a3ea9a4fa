"""How a text ends: what died of what, what only passes on that something else failed, a success.

The vocabulary is `ends.tsv`, one end a row, the first that takes a line; `signals.tsv` says what a
signal, or a code of Windows (ntstatus.h), means. Columns of `ends.tsv`:

kind     died         says of what: `cause` and `words`, in which {group} is of the pattern
         says         of what cannot go well: the program may go on all the same
         signal       names a signal or an exit code, which says it
         watchdog     a collective operation waited for the other ranks in vain
         peer-gone    the other end of a connection went (gloo, NCCL, torch's TCPStore)
         worker-died  a pool, Ray, Dask or a DataLoader has lost a worker
         launcher     what started the process that failed says so (torchrun, subprocess)
         told-to-end  somebody sent a signal, since another process had failed
         passed-on    something above failed
         success      `sure` certain: a summary of all that was done, of which nothing failed;
             likely: of some part, and of the text where that had gone on before
key      part of every such line, in lower case; "" for none
seen     a line that it is for: a test holds that no row above takes that
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, cast

from atfault.model.findings import CONFIDENCES, Confidence
from atfault.text.patterns import searched
from atfault.text.tables import table

MAX_MESSAGE, MAX_LINE = 20_000, 2000
CONSEQUENCES = ("launcher", "watchdog", "peer-gone", "worker-died", "told-to-end")
_WORDS = {
    "illegal instruction": "SIGILL", "illegal hardware instruction": "SIGILL",
    "segmentation fault": "SIGSEGV", "bus error": "SIGBUS", "aborted": "SIGABRT",
    "abort trap": "SIGABRT", "floating point exception": "SIGFPE", "killed": "SIGKILL",
    "floating-point exception": "SIGFPE", "trace/breakpoint trap": "SIGTRAP",
    "trace trap": "SIGTRAP", "segfault": "SIGSEGV", "illegal operation": "SIGILL",
    "exc_bad_access": "SIGSEGV", "exception_access_violation": "SIGSEGV",
}  # fmt: skip
"""As strsignal(3), zsh, lldb, Java and R say it."""
_NUMBERS = {4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL",
            10: "SIGBUS", 11: "SIGSEGV", 15: "SIGTERM", 31: "SIGSYS"}  # fmt: skip
_FIELD = re.compile(r"\{(\w+)\}")


class Row(NamedTuple):
    kind: str
    cause: str
    sure: str
    key: str
    pattern: re.Pattern[str]
    words: str
    seen: str


class End(NamedTuple):
    """What one line says of an end."""

    kind: str
    cause: str = ""
    """"" where it says of nothing what it was."""
    words: str = ""
    sure: Confidence = "possible"
    signal: str = ""
    """Its name, or the code of Windows ("0xC0000005")."""

    @property
    def rank(self) -> int:
        return CONFIDENCES.index(self.sure)


def end_in(text: str, kinds: tuple[str, ...] = ()) -> End | None:
    """What a line says of an end; None for nothing. kinds: rows of others are left out."""
    text = text[:MAX_LINE]
    low = text.lower()
    for row in rows():
        if row.key in low and (not kinds or row.kind in kinds):
            match = row.pattern.search(text)
            if match is not None:
                return _end(row, match)
    return None


def _end(row: Row, match: re.Match[str]) -> End:
    groups = {name: value or "" for name, value in match.groupdict().items()}
    signal = _signal(groups)
    if not signal:
        words = _FIELD.sub(lambda one: groups.get(one[1], ""), row.words)
        return End(row.kind, row.cause, words, cast(Confidence, row.sure or "possible"))
    known = _meanings().get(signal)
    if known is None:
        return End(row.kind, "unknown", "it died; the text does not tell of what", signal=signal)
    return End(row.kind, known["cause"], known["words"], cast(Confidence, known["sure"]), signal)


def _signal(groups: dict[str, str]) -> str:
    word = groups.get("word") or groups.get("alone") or groups.get("signal") or ""
    if word:
        name = _WORDS.get(word.lower(), word)
        return name if name.startswith("SIG") else f"SIG{name}"
    code = groups.get("code") or groups.get("number") or ""
    if code.lower().startswith("0x"):
        return f"0x{code[2:].upper()}"
    number = int(code or 0)
    if abs(number) > 1 << 24:
        return f"0x{number & 0xFFFFFFFF:X}"
    return _NUMBERS.get(number - 128 if number > 128 else abs(number), "")


def consequence_kind(kind: str, message: str) -> str:
    """Which of CONSEQUENCES an exception is; "" for one that may be the first failure. kind: its
    type, with its module."""
    return next((found for found, _ in _consequences(f"{kind}: {message}")), "")


def telling_line(message: str) -> str:
    """The line of the message that says so; its first one where its type does."""
    found = next((line.strip() for _, line in _consequences(message)), "")
    lines = (line.strip() for line in message[:MAX_MESSAGE].splitlines())
    return found or next((line for line in lines if line.strip(" =-")), "")


def _consequences(message: str) -> Iterator[tuple[str, str]]:
    """(kind, line) of each line that says so."""
    for line in message[:MAX_MESSAGE].splitlines():
        if (found := end_in(line, CONSEQUENCES)) is not None:
            yield found.kind, line[:MAX_LINE]


@cache
def rows() -> tuple[Row, ...]:
    return tuple(
        Row(**{**one, "pattern": searched(one["pattern"])})  # type: ignore[arg-type]
        for one in table("ends.tsv")
    )


@cache
def _meanings() -> dict[str, dict[str, str]]:
    return {one["signal"]: one for one in table("signals.tsv")}
