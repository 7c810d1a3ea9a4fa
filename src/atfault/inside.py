"""`atfault.dump()`, and ranks that are asked for themselves: a program has itself looked at, from
outside.

A process cannot read its own stacks while they move, so a helper is started that looks at it as
`attach` does. Where Yama lets only ancestors look (kernel.yama.ptrace_scope=1), this process names
the helper as one that may, and takes that back when the look is over.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from typing import Any

from atfault import errors
from atfault.analyze.live import look_into, watch_target
from atfault.analyze.node import look_at_node, ranks_below
from atfault.analyze.process import NOT_WATCHED
from atfault.errors import AccessError, AtfaultError
from atfault.model.process import RANK_VARIABLES
from atfault.model.report import Report
from atfault.options import Options
from atfault.report.json import dumps, loads
from atfault.saved import host_name
from atfault.snapshot.procfs import yama_scope
from atfault.snapshot.ptrace import allow_tracer, ensure_survives
from atfault.snapshot.target import Target

HELPER = """\
# atfault's helper
import json, sys
asked = json.loads(sys.stdin.buffer.readline())
sys.path[:] = asked["path"]
from atfault import inside
inside.answer(asked["what"], asked["pid"], asked["watch"])
"""
LIMIT = 300.0
"""Seconds that the helper may take beside those in which it watches."""
OF_CHILDREN = 1
"""Yama's scope in which descendants alone may be looked at."""
_one_at_a_time = threading.Lock()
"""A process can name one that may look at it."""


def look_at_this_process(watch: float) -> Report:
    """The report of a helper. Raises what looking at a process raises."""
    return loads(_told("report", watch))


def rank_of_this_process() -> bytes:
    """What `ranks collect` writes of this process and its workers, in two looks, a second apart.
    Raises what looking at a process raises."""
    return _told("ranks", 1.0)


def _told(what: str, watch: float) -> bytes:
    """The helper's answer."""
    question = {"path": sys.path, "what": what, "pid": os.getpid(), "watch": watch}
    with _one_at_a_time, _helper() as helper:
        is_named = yama_scope() == OF_CHILDREN
        if is_named:
            allow_tracer(helper.pid)
        try:
            said, _ = helper.communicate(json.dumps(question).encode() + b"\n", LIMIT + watch)
        except subprocess.TimeoutExpired:
            helper.kill()
            raise AccessError("the helper that looks at this process came to no end") from None
        finally:
            if is_named:
                allow_tracer(0)
    return _unless_refused(said)


def _helper() -> subprocess.Popen[bytes]:
    """Without what would have it watched itself, taken for a rank, or change what it imports.
    Raises AccessError."""
    left_out = ("ATFAULT", *RANK_VARIABLES)
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    command = [sys.executable, "-I", "-S", "-c", HELPER]
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    try:
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=null, env=kept)
    except (OSError, ValueError) as error:
        name = sys.executable or "(sys.executable is empty)"
        why = getattr(error, "strerror", None) or error
        raise AccessError(f"cannot start {name}, to look at this process: {why}") from None


def _unless_refused(said: bytes) -> bytes:
    word, _, rest = said.partition(b"\n")
    if word == b"told":
        return rest
    kind = getattr(errors, word.decode("ascii", "replace"), None)
    message = rest.decode("utf-8", "replace")
    if isinstance(kind, type) and issubclass(kind, AtfaultError):
        raise kind(message)
    raise AccessError("the helper that looks at this process ended without a report")


def answer(what: str, pid: int, watch: float) -> None:
    """In the helper: a word that says what follows, a newline, and what was asked for or why there
    is none."""
    ensure_survives()
    try:
        told = "told\n" + (_ranks(pid) if what == "ranks" else _report(pid, watch))
    except AtfaultError as error:
        told = f"{type(error).__name__}\n{error}"
    sys.stdout.buffer.write(told.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def _report(pid: int, watch: float) -> str:
    options = Options()
    with Target(pid) as target:
        activity: Any = watch_target(target, options, watch) if watch else NOT_WATCHED
        return dumps(look_into(target, options, activity=activity).report)


def _ranks(pid: int) -> str:
    ranks = ranks_below([pid])
    if not ranks:
        raise AccessError("this process has no rank in its environment")
    return look_at_node(ranks, Options(lines=False)).text(host_name())
