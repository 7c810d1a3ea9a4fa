"""The rules about processes that live, or were told to leave a core (Ctrl-\\)."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.hang.busy_loop import busy_loop
from atfault.diagnose.rules.hang.deadlock import deadlock
from atfault.diagnose.rules.hang.event_loop_blocked import event_loop_blocked
from atfault.diagnose.rules.hang.fork_held_lock import fork_held_lock
from atfault.diagnose.rules.hang.fork_unsafe_library import fork_unsafe_library
from atfault.diagnose.rules.hang.gil_deadlock import gil_deadlock
from atfault.diagnose.rules.hang.gil_held import gil_held
from atfault.diagnose.rules.hang.import_deadlock import import_deadlock
from atfault.diagnose.rules.hang.pipe_full import pipe_full
from atfault.diagnose.rules.hang.pool_starvation import pool_starvation
from atfault.diagnose.rules.hang.self_deadlock import self_deadlock
from atfault.diagnose.rules.hang.slow_not_stuck import slow_not_stuck
from atfault.diagnose.rules.hang.stuck_native_call import stuck_native_call
from atfault.diagnose.rules.hang.waiting_external import waiting_external
from atfault.diagnose.rules.hang.waits_for_nobody import waits_for_nobody
from atfault.diagnose.rules.hang.worker_died import worker_died

RULES: tuple[Rule, ...] = (
    gil_deadlock,
    gil_held,
    import_deadlock,
    fork_held_lock,
    fork_unsafe_library,
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
