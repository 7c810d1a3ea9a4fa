"""The rules about processes that a signal ended."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.assertion_failed import assertion_failed
from atfault.diagnose.rules.bad_code_pointer import bad_code_pointer
from atfault.diagnose.rules.breakpoint_trap import breakpoint_trap
from atfault.diagnose.rules.crash_at_exit import crash_at_exit
from atfault.diagnose.rules.data_race import data_race
from atfault.diagnose.rules.far_index import far_index
from atfault.diagnose.rules.file_truncated import file_truncated
from atfault.diagnose.rules.freed_callback import freed_callback
from atfault.diagnose.rules.gil_not_held import gil_not_held
from atfault.diagnose.rules.guarded_block import guarded_block
from atfault.diagnose.rules.heap_corruption import heap_corruption
from atfault.diagnose.rules.illegal_instruction import illegal_instruction
from atfault.diagnose.rules.integer_division_by_zero import integer_division_by_zero
from atfault.diagnose.rules.killed import killed
from atfault.diagnose.rules.memory_refused import memory_refused
from atfault.diagnose.rules.misaligned_access import misaligned_access
from atfault.diagnose.rules.native_overrun import native_overrun
from atfault.diagnose.rules.null_dereference import null_dereference
from atfault.diagnose.rules.out_of_bounds import out_of_bounds
from atfault.diagnose.rules.out_of_memory import out_of_memory
from atfault.diagnose.rules.overrun import overrun
from atfault.diagnose.rules.python_fatal_error import python_fatal_error
from atfault.diagnose.rules.refcount_corruption import refcount_corruption
from atfault.diagnose.rules.shared_memory_full import shared_memory_full
from atfault.diagnose.rules.stack_overflow import stack_overflow
from atfault.diagnose.rules.uncaught_cpp_exception import uncaught_cpp_exception
from atfault.diagnose.rules.use_after_free import use_after_free
from atfault.diagnose.rules.use_after_unmap import use_after_unmap
from atfault.diagnose.rules.wild_pointer import wild_pointer
from atfault.diagnose.rules.write_to_read_only import write_to_read_only

RULES: tuple[Rule, ...] = (
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
)
