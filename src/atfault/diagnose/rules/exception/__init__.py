"""The rules about uncaught exceptions."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.exception.abi_mismatch import abi_mismatch
from atfault.diagnose.rules.exception.another_python import module_for_another_python
from atfault.diagnose.rules.exception.configuration import configuration
from atfault.diagnose.rules.exception.import_blocked import import_blocked
from atfault.diagnose.rules.exception.index_out_of_range import index_out_of_range
from atfault.diagnose.rules.exception.missing_library import missing_library
from atfault.diagnose.rules.exception.missing_symbol import missing_symbol

RULES: tuple[Rule, ...] = (
    abi_mismatch,
    missing_symbol,
    missing_library,
    module_for_another_python,
    import_blocked,
    index_out_of_range,
    configuration,
)
