"""The rules about code that failed, and about memory and objects that it failed over."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.crash.bad_code_pointer import bad_code_pointer
from atfault.diagnose.rules.crash.changed_during_call import changed_during_call
from atfault.diagnose.rules.crash.crash_at_exit import crash_at_exit
from atfault.diagnose.rules.crash.data_race import data_race
from atfault.diagnose.rules.crash.far_index import far_index
from atfault.diagnose.rules.crash.floating_point_trap import floating_point_trap
from atfault.diagnose.rules.crash.freed_callback import freed_callback
from atfault.diagnose.rules.crash.gil_not_held import gil_not_held
from atfault.diagnose.rules.crash.guarded_block import guarded_block
from atfault.diagnose.rules.crash.heap_corruption import heap_corruption
from atfault.diagnose.rules.crash.illegal_instruction import illegal_instruction
from atfault.diagnose.rules.crash.integer_division_by_zero import integer_division_by_zero
from atfault.diagnose.rules.crash.memory_refused import memory_refused
from atfault.diagnose.rules.crash.misaligned_access import misaligned_access
from atfault.diagnose.rules.crash.mismatch import mismatch, mixed_builds
from atfault.diagnose.rules.crash.native_overrun import native_overrun
from atfault.diagnose.rules.crash.null_dereference import null_dereference
from atfault.diagnose.rules.crash.out_of_bounds import out_of_bounds
from atfault.diagnose.rules.crash.overrun import overrun
from atfault.diagnose.rules.crash.race_without_gil import race_without_gil
from atfault.diagnose.rules.crash.refcount_corruption import refcount_corruption
from atfault.diagnose.rules.crash.returned_block import returned_block
from atfault.diagnose.rules.crash.stack_overflow import stack_overflow
from atfault.diagnose.rules.crash.use_after_free import use_after_free
from atfault.diagnose.rules.crash.use_after_unmap import use_after_unmap
from atfault.diagnose.rules.crash.wild_pointer import wild_pointer
from atfault.diagnose.rules.crash.write_to_read_only import write_to_read_only

RULES: tuple[Rule, ...] = (
    memory_refused,
    guarded_block,
    crash_at_exit,
    gil_not_held,
    stack_overflow,
    changed_during_call,
    race_without_gil,
    refcount_corruption,
    freed_callback,
    use_after_free,
    heap_corruption,
    mismatch,
    mixed_builds,
    bad_code_pointer,
    use_after_unmap,
    out_of_bounds,
    far_index,
    returned_block,
    overrun,
    native_overrun,
    write_to_read_only,
    null_dereference,
    misaligned_access,
    integer_division_by_zero,
    floating_point_trap,
    illegal_instruction,
    wild_pointer,
    data_race,
)
