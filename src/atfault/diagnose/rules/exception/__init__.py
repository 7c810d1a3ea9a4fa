"""The rules about uncaught exceptions."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.exception.configuration import configuration
from atfault.diagnose.rules.exception.index_out_of_range import index_out_of_range
from atfault.diagnose.rules.exception.missing_library import missing_library
from atfault.diagnose.rules.exception.missing_symbol import missing_symbol
from atfault.diagnose.rules.exception.numba_argument_count import numba_argument_count
from atfault.diagnose.rules.exception.numba_array_layout import numba_array_layout
from atfault.diagnose.rules.exception.numba_cannot_unify import numba_cannot_unify
from atfault.diagnose.rules.exception.numba_global import numba_global
from atfault.diagnose.rules.exception.numba_object_mode import numba_object_mode
from atfault.diagnose.rules.exception.numba_operand_types import numba_operand_types
from atfault.diagnose.rules.exception.numba_signature_mismatch import numba_signature_mismatch
from atfault.diagnose.rules.exception.numba_unknown_attribute import numba_unknown_attribute
from atfault.diagnose.rules.exception.numba_unsupported_python import numba_unsupported_python
from atfault.diagnose.rules.exception.numba_untyped_list import numba_untyped_list
from atfault.diagnose.rules.exception.simulated_kernel import simulated_kernel

RULES: tuple[Rule, ...] = (
    missing_symbol,
    missing_library,
    simulated_kernel,
    index_out_of_range,
    configuration,
    numba_unsupported_python,
    numba_global,
    numba_untyped_list,
    numba_cannot_unify,
    numba_unknown_attribute,
    numba_array_layout,
    numba_argument_count,
    numba_signature_mismatch,
    numba_object_mode,
    numba_operand_types,
)
