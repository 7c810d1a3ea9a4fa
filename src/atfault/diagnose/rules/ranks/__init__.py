"""The rules about processes that are ranks of one job."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.ranks.collective_mismatch import collective_mismatch
from atfault.diagnose.rules.ranks.message_mismatch import message_mismatch
from atfault.diagnose.rules.ranks.rank_died import rank_died
from atfault.diagnose.rules.ranks.straggler import straggler
from atfault.diagnose.rules.ranks.waits_for_rank import waits_for_rank

RULES: tuple[Rule, ...] = (
    rank_died,
    waits_for_rank,
    collective_mismatch,
    message_mismatch,
    straggler,
)
