"""The rules about uncaught exceptions."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.exception.abi_mismatch import abi_mismatch
from atfault.diagnose.rules.exception.configuration import configuration
from atfault.diagnose.rules.exception.import_blocked import import_blocked
from atfault.diagnose.rules.exception.index_out_of_range import index_out_of_range
from atfault.diagnose.rules.exception.missing_library import missing_library
from atfault.diagnose.rules.exception.missing_symbol import missing_symbol
from atfault.diagnose.rules.exception.python_version import python_version

RULES: tuple[Rule, ...] = (
    abi_mismatch,
    missing_symbol,
    missing_library,
    python_version,
    import_blocked,
    index_out_of_range,
    configuration,
)
