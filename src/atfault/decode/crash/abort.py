"""What was left in memory by who called abort(): the C library, C++, the interpreter."""

from __future__ import annotations

from itertools import pairwise, takewhile

from atfault.cpython.fatal import fatal_message
from atfault.cpython.frames.operands import Operands
from atfault.cpython.values.object_reader import ObjectReader
from atfault.decode.crash.unhandled import unhandled_exception
from atfault.decode.threads import DecodedThreads
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.stacks import NativeFrame
from atfault.model.state import Abort
from atfault.native.abort_info import abort_literal, abort_message, assertion_text, logged_text
from atfault.native.calls import Writers
from atfault.native.code_map import CodeMap
from atfault.native.cpp_exception import cpp_exception
from atfault.native.modules import ModuleMap
from atfault.options import Options
from atfault.snapshot.protocol import Snapshot

MAX_FRAMES = 16
"""Innermost ones, among which abort() is."""


def read_abort(
    snapshot: Snapshot, modules: ModuleMap, found: DecodedThreads, options: Options
) -> Abort:
    """That of a process that ended by SIGABRT."""
    message = abort_message(snapshot, modules)
    native = Absent("") if found.crashed is None else found.crashed.native
    if not isinstance(native, Absent) and is_called_by_others(native.frames):
        message = Absent("the C library's message is of an earlier check, which did not end it")
    if isinstance(message, Absent):
        message = _told(snapshot, modules, found) or message
    fatal, called = _python_fatal(found), _called_builtin(found)
    cpp = cpp_exception(snapshot, modules)
    unhandled = None
    if found.crashed is not None and not isinstance(found.runtime, Absent):
        thrown = 0 if isinstance(cpp, Absent) else cpp.address
        unhandled = unhandled_exception(found.runtime, found.crashed, options, thrown)
    return Abort(message, cpp, fatal, called, unhandled)


def is_called_by_others(frames: tuple[NativeFrame, ...]) -> bool:
    """Whether abort() was called from outside of the C library, whose checks call it themselves. A
    handler of SIGABRT may have gone on after one of them (siglongjmp, as cysignals does)."""
    real = [frame for frame in frames[:MAX_FRAMES] if not frame.is_inline]
    for callee, caller in pairwise(real):
        if callee.symbol.partition("@")[0] == "abort":
            module = caller.module
            return caller.trust == "cfi" and module is not None and not roles.is_libc(module.name)
    return False


def _told(snapshot: Snapshot, modules: ModuleMap, found: DecodedThreads) -> str:
    """The text that the C library knows nothing of: of an assertion, of a logger's last line, or
    what a library was told to say; "" for none."""
    crashed = found.crashed
    if crashed is None or isinstance(crashed.native, Absent):
        return ""
    memory, frames = snapshot.memory, crashed.native.frames
    python = None if isinstance(found.runtime, Absent) else found.runtime.module
    outside = tuple(takewhile(lambda frame: python is None or frame.module != python, frames))
    told = assertion_text(memory, snapshot.arch, frames) or logged_text(memory, frames)
    if told or snapshot.arch.link is not None:
        return told  # calls and what they are given are known as x86-64 has them
    writes = Writers(CodeMap(snapshot, modules), modules)
    return abort_literal(memory, snapshot.mappings, outside, writes)


def _python_fatal(found: DecodedThreads) -> str | Absent:
    """The text of the interpreter's fatal error, when the crashed thread ended in one."""
    if isinstance(found.runtime, Absent):
        return found.runtime
    crashed = found.crashed
    if crashed is None or isinstance(crashed.native, Absent):
        return Absent("the native stack of the crashed thread is not known")
    return fatal_message(found.runtime, crashed.native)


def _called_builtin(found: DecodedThreads) -> str:
    """The interpreter's own function that the innermost Python frame is calling: "abort" of posix.
    It shows in the call's operands where the interpreter has no symbols. "" for a function of
    another module, or when that cannot be told."""
    runtime = found.runtime
    if isinstance(runtime, Absent) or found.crashed is None or runtime.left_out:
        return ""
    reader, module = ObjectReader(runtime), runtime.module
    for frame in found.crashed.pythons[:1]:
        called = Operands(runtime).callee(frame)
        code = reader.machine_code(called)
        is_own = module is not None and module.start <= code < module.end
        if is_own and reader.type_name(reader.bound_to(called)) == "module":
            return reader.function_name(called)
    return ""
