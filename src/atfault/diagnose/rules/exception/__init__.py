"""The rules about uncaught exceptions."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.exception.configuration import configuration
from atfault.diagnose.rules.exception.index_out_of_range import index_out_of_range
from atfault.diagnose.rules.exception.missing_library import missing_library
from atfault.diagnose.rules.exception.missing_symbol import missing_symbol

RULES: tuple[Rule, ...] = (
    missing_symbol,
    missing_library,
    index_out_of_range,
    configuration,
)
