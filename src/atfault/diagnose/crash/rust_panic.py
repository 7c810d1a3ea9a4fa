"""Panics of Rust that ended the process: where they began, and of which kind.

    abort ◄ std::process::abort ◄ std::panicking::… ◄ __rustc::rust_begin_unwind     the runtime
          ◄ core::panicking::panic_fmt ◄ core::option::expect_failed                 the kind
          ◄ shape::row_of                                                            the place

The text is printed to standard error and kept nowhere.
"""

from typing import NamedTuple

from atfault.diagnose.facts import describe_frame, function_name, is_libc
from atfault.model.stacks import NativeFrame

_PANICS = (
    *("core::panicking::", "std::panicking::panic_handler", "std::panicking::begin_panic"),
    *("std::panicking::rust_panic", "std::panicking::panic_with_hook", "rust_begin_unwind"),
    *("__rustc::rust_begin_unwind", "__rustc::rust_panic"),
)
"""Not std::panicking::try and catch_unwind, which are on the stack of whatever may panic."""
_LIBRARY = ("core::", "std::", "alloc::", "__rustc::", "rust_", "__rust", "<core::", "<alloc::")
ABORTS = ("std::process::abort", "std::sys::pal::unix::abort_internal", "std::sys::abort")
"""Rust's ways to abort(), whatever for."""
_KINDS = (
    ("panic_cannot_unwind", "a panic reached a function that cannot pass it on"),
    ("panic_in_cleanup", "a destructor panicked while another panic was on its way"),
    ("panic_bounds_check", "an index was out of range"),
    ("slice_index", "the bounds of a slice were out of range"),
    ("slice_start_index", "the bounds of a slice were out of range"),
    ("slice_end_index", "the bounds of a slice were out of range"),
    ("option::unwrap_failed", "a value was expected where there was None"),
    ("option::expect_failed", "a value was expected where there was None"),
    ("result::unwrap_failed", "an error was not handled (unwrap of an Err)"),
    ("capacity_overflow", "more memory was asked for than there can be"),
    ("handle_alloc_error", "the memory that was asked for could not be had"),
    ("already_borrowed", "a RefCell was borrowed already"),
    ("already_mutably_borrowed", "a RefCell was borrowed already"),
    ("by_zero", "a division by zero"),
    ("panic_const_", "an integer overflow"),
    ("assert_failed", "two values were not as asserted"),
)
MAX_FRAMES = 40


class RustPanic(NamedTuple):
    place: str
    """The function that panicked, for people; "" when it cannot be told from the runtime."""
    kind: str
    """In words; "" when any."""


def rust_panic(frames: tuple[NativeFrame, ...]) -> RustPanic | None:
    """The panic that these native frames, innermost first, are in; None where there is none."""
    kind, last = "", -1
    for index, frame in enumerate(frames[:MAX_FRAMES]):
        name = function_name(frame)
        if name.startswith(_PANICS):
            last = index
        if last < 0:
            if is_libc(frame) or name.startswith(_LIBRARY):
                continue
            return None  # it was not Rust's runtime that gave up
        if not name.startswith(_LIBRARY) or index > last + 4:
            break
        kind = kind or next((words for part, words in _KINDS if part in name), "")
    if last < 0:
        return None
    module = frames[last].module
    for frame in frames[last + 1 : MAX_FRAMES]:
        if frame.module != module:
            break
        if not function_name(frame).startswith(_LIBRARY):
            return RustPanic(describe_frame(frame), kind)
    return RustPanic("", kind)
