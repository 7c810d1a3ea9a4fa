"""The rules about programs that gave up: abort(), or a trap that they were made with."""

from __future__ import annotations

from atfault.diagnose.rule import Rule
from atfault.diagnose.rules.abort.assertion_failed import assertion_failed
from atfault.diagnose.rules.abort.breakpoint_trap import breakpoint_trap
from atfault.diagnose.rules.abort.python_fatal_error import python_fatal_error
from atfault.diagnose.rules.abort.two_openmp_runtimes import two_openmp_runtimes
from atfault.diagnose.rules.abort.uncaught_cpp_exception import uncaught_cpp_exception

RULES: tuple[Rule, ...] = (
    uncaught_cpp_exception,
    python_fatal_error,
    two_openmp_runtimes,
    assertion_failed,
    breakpoint_trap,
)
