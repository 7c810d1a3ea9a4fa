"""The rules about a run under `atfault numba`."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.numba.checked_bounds import checked_bounds
from atfault.diagnose.rules.numba.compiled import compiled
from atfault.diagnose.rules.numba.frozen_global import frozen_global
from atfault.diagnose.rules.numba.object_mode import object_mode_blocks, object_mode_loops
from atfault.diagnose.rules.numba.objmode import objmode_misfit
from atfault.diagnose.rules.numba.parallel import numba_not_parallel, parallel_race
from atfault.diagnose.rules.numba.recompilation import numba_recompilation
from atfault.diagnose.rules.numba.result_differs import numba_result_differs
from atfault.diagnose.rules.numba.stale_cache import numba_stale_cache
from atfault.diagnose.rules.numba.unheard_seed import unheard_seed
from atfault.diagnose.rules.numba.wordless import wordless_value

RULES: tuple[Rule, ...] = (
    checked_bounds,
    objmode_misfit,
    wordless_value,
    numba_result_differs,
    numba_stale_cache,
    parallel_race,
    frozen_global,
    unheard_seed,
    numba_recompilation,
    numba_not_parallel,
    object_mode_loops,
    object_mode_blocks,
    compiled,
)
