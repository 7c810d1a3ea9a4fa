"""The built-in rules, listed, the most telling first: an entry costs nothing until it applies.

Each entry is (module of this package, function, signals that it has something to say about).
Signal 0 stands for a process without a fatal signal. To add a rule, add its module and a line here.
"""

from __future__ import annotations

from atfault.diagnose.facts import SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP

MEMORY = (SIGSEGV, SIGBUS)
ANY: tuple[int, ...] = ()
"""Every signal, and none."""

BUILTIN: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("out_of_memory", "out_of_memory", ANY),
    ("gil_not_held", "gil_not_held", (SIGABRT, SIGSEGV)),
    ("stack_overflow", "stack_overflow", MEMORY),
    ("uncaught_cpp_exception", "uncaught_cpp_exception", (SIGABRT, SIGSEGV, SIGTRAP)),
    ("heap_corruption", "heap_corruption", (SIGABRT, SIGSEGV, SIGBUS, SIGTRAP)),
    ("python_fatal_error", "python_fatal_error", (SIGABRT, SIGSEGV, SIGTRAP)),
    ("native_overrun", "native_overrun", (SIGABRT,)),
    ("assertion_failed", "assertion_failed", (SIGABRT, SIGTRAP)),
    ("bad_code_pointer", "bad_code_pointer", (SIGSEGV, SIGBUS, SIGILL)),
    ("shared_memory_full", "shared_memory_full", (SIGBUS,)),
    ("file_truncated", "file_truncated", (SIGBUS,)),
    ("use_after_unmap", "use_after_unmap", MEMORY),
    ("out_of_bounds", "out_of_bounds", MEMORY),
    ("overrun", "overrun", MEMORY),
    ("write_to_read_only", "write_to_read_only", MEMORY),
    ("null_dereference", "null_dereference", MEMORY),
    ("integer_division_by_zero", "integer_division_by_zero", (SIGFPE,)),
    ("illegal_instruction", "illegal_instruction", (SIGILL, SIGTRAP)),
    ("killed", "killed", ANY),
    ("wild_pointer", "wild_pointer", MEMORY),
)
