"""The built-in rules, listed.

To add a rule, add its module and a line here. Which of two findings comes first is no matter of
this list: a rule says itself whom it yields to (`atfault.diagnose.rule`).
"""

from __future__ import annotations

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

BUILTIN: tuple[Rule, ...] = (
    out_of_memory,
    memory_refused,
    guarded_block,
    crash_at_exit,
    gil_not_held,
    stack_overflow,
    uncaught_cpp_exception,
    refcount_corruption,
    freed_callback,
    use_after_free,
    heap_corruption,
    python_fatal_error,
    native_overrun,
    assertion_failed,
    bad_code_pointer,
    shared_memory_full,
    file_truncated,
    use_after_unmap,
    out_of_bounds,
    far_index,
    overrun,
    write_to_read_only,
    null_dereference,
    misaligned_access,
    breakpoint_trap,
    integer_division_by_zero,
    illegal_instruction,
    killed,
    wild_pointer,
    data_race,
    gil_deadlock,
    import_deadlock,
    fork_held_lock,
    self_deadlock,
    deadlock,
    pipe_full,
    event_loop_blocked,
    pool_starvation,
    worker_died,
    stuck_native_call,
    busy_loop,
    waits_for_nobody,
    waiting_external,
    slow_not_stuck,
)
