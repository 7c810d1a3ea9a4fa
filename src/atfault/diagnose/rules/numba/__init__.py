"""The rules about a run under `atfault numba`."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.numba.checked_bounds import checked_bounds
from atfault.diagnose.rules.numba.compiled import compiled
from atfault.diagnose.rules.numba.recompilation import numba_recompilation

RULES: tuple[Rule, ...] = (checked_bounds, numba_recompilation, compiled)
