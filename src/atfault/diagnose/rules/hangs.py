"""The rules about processes that live, or were told to leave a core (Ctrl-\\)."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.busy_loop import busy_loop
from atfault.diagnose.rules.deadlock import deadlock
from atfault.diagnose.rules.event_loop_blocked import event_loop_blocked
from atfault.diagnose.rules.fork_held_lock import fork_held_lock
from atfault.diagnose.rules.gil_deadlock import gil_deadlock
from atfault.diagnose.rules.import_deadlock import import_deadlock
from atfault.diagnose.rules.pipe_full import pipe_full
from atfault.diagnose.rules.pool_starvation import pool_starvation
from atfault.diagnose.rules.self_deadlock import self_deadlock
from atfault.diagnose.rules.slow_not_stuck import slow_not_stuck
from atfault.diagnose.rules.stuck_native_call import stuck_native_call
from atfault.diagnose.rules.waiting_external import waiting_external
from atfault.diagnose.rules.waits_for_nobody import waits_for_nobody
from atfault.diagnose.rules.worker_died import worker_died

RULES: tuple[Rule, ...] = (
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
