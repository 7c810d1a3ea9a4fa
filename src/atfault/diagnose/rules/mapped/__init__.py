"""The rules about mapped files behind which there is nothing any more: SIGBUS."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.mapped.file_truncated import file_truncated
from atfault.diagnose.rules.mapped.shared_memory_full import shared_memory_full

RULES: tuple[Rule, ...] = (
    shared_memory_full,
    file_truncated,
)
