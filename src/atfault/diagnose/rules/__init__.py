"""The built-in rules, listed, the most telling first.

The test here is coarse and cheap, and never stricter than the rule itself; what a rule cannot do
without is in its `needs`. To add a rule, add its module and a line here.
"""

from __future__ import annotations

from collections.abc import Callable

from atfault.diagnose.allocator import allocator_frame, collector_frame, destroying_frame
from atfault.diagnose.damage import is_about_object
from atfault.diagnose.exit_phase import exit_phase
from atfault.diagnose.facts import (
    SEGV_ACCERR,
    SI_KERNEL,
    SIGABRT,
    SIGBUS,
    SIGFPE,
    SIGILL,
    SIGKILL,
    SIGQUIT,
    SIGSEGV,
    SIGTRAP,
    STACK_GUARD,
    crash_pc,
    crash_sp,
    fault_address,
    interpreter_module,
    native_frames,
)
from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.assertion_failed import assertion_failed
from atfault.diagnose.rules.bad_code_pointer import bad_code_pointer
from atfault.diagnose.rules.breakpoint_trap import breakpoint_trap
from atfault.diagnose.rules.busy_loop import busy_loop
from atfault.diagnose.rules.crash_at_exit import crash_at_exit
from atfault.diagnose.rules.data_race import data_race
from atfault.diagnose.rules.deadlock import deadlock
from atfault.diagnose.rules.event_loop_blocked import event_loop_blocked
from atfault.diagnose.rules.far_index import far_index
from atfault.diagnose.rules.file_truncated import file_truncated
from atfault.diagnose.rules.fork_held_lock import fork_held_lock
from atfault.diagnose.rules.freed_callback import freed_callback
from atfault.diagnose.rules.gil_deadlock import gil_deadlock
from atfault.diagnose.rules.gil_not_held import gil_not_held
from atfault.diagnose.rules.guarded_block import guarded_block
from atfault.diagnose.rules.heap_corruption import heap_corruption
from atfault.diagnose.rules.illegal_instruction import illegal_instruction
from atfault.diagnose.rules.import_deadlock import import_deadlock
from atfault.diagnose.rules.integer_division_by_zero import integer_division_by_zero
from atfault.diagnose.rules.killed import killed
from atfault.diagnose.rules.memory_refused import memory_refused
from atfault.diagnose.rules.misaligned_access import misaligned_access
from atfault.diagnose.rules.native_overrun import native_overrun
from atfault.diagnose.rules.null_dereference import null_dereference
from atfault.diagnose.rules.out_of_bounds import out_of_bounds
from atfault.diagnose.rules.out_of_memory import out_of_memory
from atfault.diagnose.rules.overrun import overrun
from atfault.diagnose.rules.pipe_full import pipe_full
from atfault.diagnose.rules.pool_starvation import pool_starvation
from atfault.diagnose.rules.python_fatal_error import python_fatal_error
from atfault.diagnose.rules.refcount_corruption import refcount_corruption
from atfault.diagnose.rules.self_deadlock import self_deadlock
from atfault.diagnose.rules.shared_memory_full import shared_memory_full
from atfault.diagnose.rules.slow_not_stuck import slow_not_stuck
from atfault.diagnose.rules.stack_overflow import stack_overflow
from atfault.diagnose.rules.stuck_native_call import stuck_native_call
from atfault.diagnose.rules.uncaught_cpp_exception import uncaught_cpp_exception
from atfault.diagnose.rules.use_after_free import use_after_free
from atfault.diagnose.rules.use_after_unmap import use_after_unmap
from atfault.diagnose.rules.waiting_external import waiting_external
from atfault.diagnose.rules.waits_for_nobody import waits_for_nobody
from atfault.diagnose.rules.wild_pointer import wild_pointer
from atfault.diagnose.rules.worker_died import worker_died
from atfault.diagnose.rules.write_to_read_only import write_to_read_only
from atfault.model.absent import Absent
from atfault.model.stacks import ThreadState
from atfault.model.state import ProcessState

MEMORY = (SIGSEGV, SIGBUS)
HANGING = (0, SIGQUIT)
"""Not a crash: no signal, or the one that asks for a core."""
FIRST_64K = 64 * 1024
BUS_ADRALN = 1


def _always(state: ProcessState) -> bool:
    return True


def _near_null(state: ProcessState) -> bool:
    address = fault_address(state)
    return address is None or address < FIRST_64K


def _not_near_null(state: ProcessState) -> bool:
    address = fault_address(state)
    return address is None or address >= FIRST_64K


def _is_about_data(state: ProcessState) -> bool:
    """Not near NULL, and the address did not come from the header of a damaged object."""
    return _not_near_null(state) and not _is_about_object(state)


def _is_about_object(state: ProcessState) -> bool:
    if not state.damage:
        return False
    return is_about_object(state)


def _may_be_protected(state: ProcessState) -> bool:
    if _is_about_object(state):
        return False
    return isinstance(state.signal, Absent) or state.signal.code == SEGV_ACCERR


def _may_be_unmapped(state: ProcessState) -> bool:
    return isinstance(state.signal, Absent) or state.signal.code != SEGV_ACCERR


def _may_be_at_pc(state: ProcessState) -> bool:
    address, pc = fault_address(state), crash_pc(state)
    if address is None or pc is None or address == pc:
        return True
    return not isinstance(state.access, Absent) and state.access.kind == "execute"


def _may_lack_gil(state: ProcessState) -> bool:
    crashed = state.crashed
    if crashed is None or state.gil.no_current:
        return True
    return not crashed.holds_gil and (_is_aborted(state) or _was_in_interpreter(crashed, state))


def _is_aborted(state: ProcessState) -> bool:
    """By a check of its own, or with a message of the interpreter."""
    signal = state.signal
    aborted = isinstance(signal, Absent) or signal.number == SIGABRT
    return aborted or not isinstance(state.python_fatal, Absent)


def _was_in_interpreter(crashed: ThreadState, state: ProcessState) -> bool:
    interpreter = interpreter_module(state)
    return interpreter is None or any(
        interpreter.start <= frame.pc < interpreter.end for frame in native_frames(crashed)
    )


def _may_be_at_stack(state: ProcessState) -> bool:
    """In the crashed thread's stack or near it, where it is known how far that reaches."""
    address, pointer, crashed = fault_address(state), crash_sp(state), state.crashed
    if address is None or pointer is None or crashed is None:
        return True
    tid = crashed.thread.tid
    ends = [end for owner, *limits in state.stack_limits if owner == tid for end in limits]
    if not ends:
        return True
    return min(pointer, *ends) - STACK_GUARD <= address <= max(pointer, *ends) + STACK_GUARD


def _may_be_damaged(state: ProcessState) -> bool:
    """The heap, by what a check said, or by where the crash happened."""
    if _is_aborted(state) or state.damage or not isinstance(state.damaged_block, Absent):
        return True
    return allocator_frame(state) is not None or collector_frame(state) is not None


def _may_be_forbidden(state: ProcessState) -> bool:
    """SIGILL, or the general protection fault of an instruction that only the kernel may run."""
    signal = state.signal
    return isinstance(signal, Absent) or signal.number == SIGILL or signal.code == SI_KERNEL


def _may_be_misaligned(state: ProcessState) -> bool:
    signal = state.signal
    if isinstance(signal, Absent) or signal.code == SI_KERNEL:
        return True
    return signal.number == SIGBUS and signal.code == BUS_ADRALN


def _may_be_sent(state: ProcessState) -> bool:
    signal = state.signal
    faults = (SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGSEGV)
    return isinstance(signal, Absent) or signal.number not in faults or signal.code <= 0


def _may_hang(state: ProcessState) -> bool:
    """The process was alive: nothing ended it, or it was told to leave a core (Ctrl-\\)."""
    return state.crashed is None or isinstance(state.signal, Absent) or state.signal.code <= 0


def _may_be_ending(state: ProcessState) -> bool:
    """exit() is far out on some stack, or a thread ends."""
    return exit_phase(state) is not None


def _is_in_ctypes(state: ProcessState) -> bool:
    frames = () if state.crashed is None else state.crashed.stack.frames[:1]
    natives = [frame.native for frame in frames if frame.native is not None]
    return any(f.module is not None and f.module.name.startswith("_ctypes") for f in natives)


def _has_object(state: ProcessState) -> bool:
    return bool(state.damage) or _is_partly_read(state)


def _has_damage(state: ProcessState) -> bool:
    if state.damage or not isinstance(state.python_fatal, Absent) or _is_partly_read(state):
        return True
    return destroying_frame(state) is not None


def _is_partly_read(state: ProcessState) -> bool:
    """By a release that is not known whole: its rules are told as not checked."""
    return not isinstance(state.python, Absent) and bool(state.python.left_out)


def _may_lack_memory(state: ProcessState) -> bool:
    return not isinstance(state.errno, Absent)


def _is_guarded(state: ProcessState) -> bool:
    return not isinstance(state.guarded, Absent)


def _several_in_native_code(state: ProcessState) -> bool:
    """A second thread that runs Python code was in native code of a library."""
    calls = 0
    for thread in state.threads:
        frames = thread.stack.frames
        calls += bool(frames) and frames[0].python is None and not isinstance(thread.python, Absent)
    return calls > 1


def _several_processes(state: ProcessState) -> bool:
    alone = isinstance(state.relatives, Absent) and isinstance(state.started, Absent)
    return bool(state.family) or not alone


BUILTIN: tuple[tuple[Rule, tuple[int, ...], Callable[[ProcessState], bool]], ...] = (
    (out_of_memory, (SIGKILL,), _always),
    (memory_refused, (SIGSEGV,), _may_lack_memory),
    (guarded_block, (SIGSEGV, SIGABRT), _is_guarded),
    (crash_at_exit, (*MEMORY, SIGABRT, SIGILL, SIGFPE), _may_be_ending),
    (gil_not_held, (SIGABRT, SIGSEGV), _may_lack_gil),
    (stack_overflow, MEMORY, _may_be_at_stack),
    (uncaught_cpp_exception, (SIGABRT,), _always),
    (refcount_corruption, (SIGABRT, SIGSEGV, SIGBUS, SIGILL), _has_damage),
    (freed_callback, (SIGSEGV, SIGBUS), _is_in_ctypes),
    (use_after_free, (SIGABRT, SIGSEGV, SIGBUS, SIGILL), _has_object),
    (heap_corruption, (SIGABRT, SIGSEGV, SIGBUS), _may_be_damaged),
    (python_fatal_error, (SIGABRT,), _always),
    (native_overrun, (SIGABRT,), _always),
    (assertion_failed, (SIGABRT,), _always),
    (bad_code_pointer, (SIGSEGV, SIGBUS, SIGILL), _may_be_at_pc),
    (shared_memory_full, (SIGBUS,), _always),
    (file_truncated, (SIGBUS,), _always),
    (use_after_unmap, (SIGSEGV,), _may_be_unmapped),
    (out_of_bounds, MEMORY, _is_about_data),
    (far_index, (SIGSEGV,), _not_near_null),
    (overrun, (SIGSEGV,), _is_about_data),
    (write_to_read_only, (SIGSEGV,), _may_be_protected),
    (null_dereference, MEMORY, _near_null),
    (misaligned_access, MEMORY, _may_be_misaligned),
    (breakpoint_trap, (SIGTRAP,), _always),
    (integer_division_by_zero, (SIGFPE,), _always),
    (illegal_instruction, (SIGILL, SIGSEGV), _may_be_forbidden),
    (killed, (), _may_be_sent),
    (wild_pointer, (SIGSEGV,), _not_near_null),
    (data_race, (*MEMORY, SIGABRT, SIGFPE, SIGILL), _several_in_native_code),
    (gil_deadlock, HANGING, _may_hang),
    (import_deadlock, HANGING, _may_hang),
    (fork_held_lock, HANGING, _several_processes),
    (self_deadlock, HANGING, _may_hang),
    (deadlock, HANGING, _may_hang),
    (pipe_full, HANGING, _may_hang),
    (event_loop_blocked, HANGING, _may_hang),
    (pool_starvation, HANGING, _may_hang),
    (worker_died, HANGING, _several_processes),
    (stuck_native_call, HANGING, _may_hang),
    (busy_loop, HANGING, _may_hang),
    (waits_for_nobody, HANGING, _may_hang),
    (waiting_external, HANGING, _may_hang),
    (slow_not_stuck, HANGING, _may_hang),
)
"""(rule, signals, whether it may apply). No signals: any, and none."""
