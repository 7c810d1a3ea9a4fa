"""The rules about text that was given: logs of builds, what other tools reported."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.text.abi_mismatch import abi_mismatch_of_build
from atfault.diagnose.rules.text.aborts import printed_abort
from atfault.diagnose.rules.text.build_error import build_error
from atfault.diagnose.rules.text.configuration import configuration_of_build
from atfault.diagnose.rules.text.exception import printed_exception
from atfault.diagnose.rules.text.kernel import kernel_line
from atfault.diagnose.rules.text.missing_header import missing_header
from atfault.diagnose.rules.text.missing_library import missing_library_of_build
from atfault.diagnose.rules.text.missing_submodule import missing_submodule
from atfault.diagnose.rules.text.missing_symbol import missing_symbol_of_link
from atfault.diagnose.rules.text.missing_tool import missing_tool
from atfault.diagnose.rules.text.none import none
from atfault.diagnose.rules.text.printed_stacks import printed_stacks
from atfault.diagnose.rules.text.python_version import python_version
from atfault.diagnose.rules.text.resources import disk_full, network_error, out_of_memory_of_build
from atfault.diagnose.rules.text.sanitizer import sanitizer_report
from atfault.diagnose.rules.text.unsupported_compiler import unsupported_compiler

RULES: tuple[Rule, ...] = (
    sanitizer_report,
    kernel_line,
    printed_stacks,
    missing_header,
    missing_submodule,
    missing_tool,
    missing_library_of_build,
    missing_symbol_of_link,
    unsupported_compiler,
    python_version,
    configuration_of_build,
    network_error,
    disk_full,
    out_of_memory_of_build,
    abi_mismatch_of_build,
    build_error,
    printed_abort,
    printed_exception,
    none,
)
