"""The rules about uncaught exceptions."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.exception.abi_mismatch import abi_mismatch
from atfault.diagnose.rules.exception.another_python import module_for_another_python
from atfault.diagnose.rules.exception.configuration import configuration
from atfault.diagnose.rules.exception.cuda_faults import (
    cuda_device_assert,
    cuda_illegal_access,
    cuda_launch_failure,
)
from atfault.diagnose.rules.exception.cuda_out_of_memory import cuda_out_of_memory
from atfault.diagnose.rules.exception.import_blocked import import_blocked
from atfault.diagnose.rules.exception.index_out_of_range import index_out_of_range
from atfault.diagnose.rules.exception.missing_library import missing_library
from atfault.diagnose.rules.exception.missing_symbol import missing_symbol
from atfault.diagnose.rules.exception.value_out_of_range import value_out_of_range

RULES: tuple[Rule, ...] = (
    abi_mismatch,
    missing_symbol,
    missing_library,
    module_for_another_python,
    import_blocked,
    index_out_of_range,
    value_out_of_range,
    configuration,
    cuda_device_assert,
    cuda_illegal_access,
    cuda_launch_failure,
    cuda_out_of_memory,
)
