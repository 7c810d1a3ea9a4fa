"""The rules about text that was given: logs of builds, what other tools reported."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.text.abi_mismatch import abi_mismatch
from atfault.diagnose.rules.text.build_error import build_error
from atfault.diagnose.rules.text.configuration import build_configuration
from atfault.diagnose.rules.text.exception import told_exception
from atfault.diagnose.rules.text.kernel import kernel_line
from atfault.diagnose.rules.text.missing_header import missing_header
from atfault.diagnose.rules.text.missing_library import linked_library
from atfault.diagnose.rules.text.missing_submodule import missing_submodule
from atfault.diagnose.rules.text.missing_symbol import linked_symbol
from atfault.diagnose.rules.text.missing_tool import missing_tool
from atfault.diagnose.rules.text.none import nothing_failed
from atfault.diagnose.rules.text.printed_stacks import printed_stacks
from atfault.diagnose.rules.text.python_version import python_version
from atfault.diagnose.rules.text.resources import disk_full, network_error, text_out_of_memory
from atfault.diagnose.rules.text.sanitizer import sanitizer_told
from atfault.diagnose.rules.text.unsupported_compiler import unsupported_compiler

RULES: tuple[Rule, ...] = (
    sanitizer_told,
    kernel_line,
    printed_stacks,
    missing_header,
    missing_submodule,
    missing_tool,
    linked_library,
    linked_symbol,
    unsupported_compiler,
    python_version,
    build_configuration,
    network_error,
    disk_full,
    text_out_of_memory,
    abi_mismatch,
    build_error,
    told_exception,
    nothing_failed,
)
