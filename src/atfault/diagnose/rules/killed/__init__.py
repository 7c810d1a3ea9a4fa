"""The rules about processes that a signal from elsewhere ended."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.killed.killed import killed
from atfault.diagnose.rules.killed.out_of_memory import out_of_memory

RULES: tuple[Rule, ...] = (
    out_of_memory,
    killed,
)
