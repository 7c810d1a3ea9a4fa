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
from atfault.diagnose.rules.exception.numba_argument_count import numba_argument_count
from atfault.diagnose.rules.exception.numba_array_layout import numba_array_layout
from atfault.diagnose.rules.exception.numba_cannot_unify import numba_cannot_unify
from atfault.diagnose.rules.exception.numba_declaration import numba_declaration
from atfault.diagnose.rules.exception.numba_global import numba_global
from atfault.diagnose.rules.exception.numba_object_mode import numba_object_mode
from atfault.diagnose.rules.exception.numba_operand_types import numba_operand_types
from atfault.diagnose.rules.exception.numba_signature_mismatch import numba_signature_mismatch
from atfault.diagnose.rules.exception.numba_unexplained import numba_unexplained
from atfault.diagnose.rules.exception.numba_unknown_attribute import numba_unknown_attribute
from atfault.diagnose.rules.exception.numba_unsupported_python import numba_unsupported_python
from atfault.diagnose.rules.exception.numba_untyped_list import numba_untyped_list
from atfault.diagnose.rules.exception.simulated_kernel import simulated_kernel
from atfault.diagnose.rules.exception.value_out_of_range import value_out_of_range

RULES: tuple[Rule, ...] = (
    abi_mismatch,
    missing_symbol,
    missing_library,
    module_for_another_python,
    import_blocked,
    simulated_kernel,
    index_out_of_range,
    value_out_of_range,
    configuration,
    cuda_device_assert,
    cuda_illegal_access,
    cuda_launch_failure,
    cuda_out_of_memory,
    numba_unsupported_python,
    numba_declaration,
    numba_global,
    numba_untyped_list,
    numba_cannot_unify,
    numba_unknown_attribute,
    numba_array_layout,
    numba_argument_count,
    numba_signature_mismatch,
    numba_object_mode,
    numba_operand_types,
    numba_unexplained,
)
