"""What was left in memory by who called abort(): the C library, C++, the interpreter."""

from __future__ import annotations

from atfault.cpython.fatal import fatal_message
from atfault.decode.called_builtin import called_builtin
from atfault.decode.threads import DecodedThreads
from atfault.model.absent import Absent
from atfault.model.state import Abort
from atfault.native.abort_info import abort_message
from atfault.native.assertion_call import assertion_text
from atfault.native.cpp_exception import cpp_exception
from atfault.native.logged_fatal import logged_text
from atfault.native.modules import ModuleMap
from atfault.snapshot.protocol import Snapshot


def read_abort(snapshot: Snapshot, modules: ModuleMap, found: DecodedThreads) -> Abort:
    """That of a process that ended by SIGABRT."""
    message = abort_message(snapshot, modules)
    if isinstance(message, Absent):
        message = _assertion(snapshot, found) or _logged(snapshot, found) or message
    fatal, called = _python_fatal(found), _called_builtin(found)
    return Abort(message, cpp_exception(snapshot, modules), fatal, called)


def _assertion(snapshot: Snapshot, found: DecodedThreads) -> str:
    """The text of an assertion that the C library knows nothing of; "" for none."""
    crashed = found.crashed
    if crashed is None or isinstance(crashed.native, Absent):
        return ""
    return assertion_text(snapshot.memory, snapshot.arch, crashed.native.frames)


def _logged(snapshot: Snapshot, found: DecodedThreads) -> str:
    """What a logger said that ended the program; "" for none."""
    crashed = found.crashed
    if crashed is None or isinstance(crashed.native, Absent):
        return ""
    return logged_text(snapshot.memory, crashed.native.frames)


def _python_fatal(found: DecodedThreads) -> str | Absent:
    """The text of the interpreter's fatal error, when the crashed thread ended in one."""
    if isinstance(found.runtime, Absent):
        return found.runtime
    crashed = found.crashed
    if crashed is None or isinstance(crashed.native, Absent):
        return Absent("the native stack of the crashed thread is not known")
    return fatal_message(found.runtime, crashed.native)


def _called_builtin(found: DecodedThreads) -> str:
    if isinstance(found.runtime, Absent) or found.crashed is None:
        return ""
    return called_builtin(found.runtime, found.crashed)
