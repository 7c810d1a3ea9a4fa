"""Sanitizers that ended the process (abort_on_error=1): which one, what it found, and where.

    abort ◄ __sanitizer::Abort ◄ __sanitizer::Die ◄ __asan::ReportDoubleFree      the tool, the kind
          ◄ __interceptor_free                                                    its own, as well
          ◄ smooth                                                                the place

The text of a report is printed to standard error; what is told here is in the functions' names
(compiler-rt/lib/asan/asan_report.cpp, ubsan/ubsan_handlers.cpp and their like).
"""

from typing import NamedTuple

from atfault.diagnose.facts import describe_frame, function_name, is_libc
from atfault.model.stacks import NativeFrame

_TOOLS = (
    ("__asan", "AddressSanitizer"),
    ("__hwasan", "HWAddressSanitizer"),
    ("__ubsan", "UndefinedBehaviorSanitizer"),
    ("__tsan", "ThreadSanitizer"),
    ("__msan", "MemorySanitizer"),
    ("__lsan", "LeakSanitizer"),
)
_OWN = (*(prefix for prefix, _ in _TOOLS), "__sanitizer", "__interceptor_", "__interception")
_DIES = ("__sanitizer::Die", "__sanitizer::Abort")
_KINDS = (
    ("ReportDoubleFree", "memory freed twice"),
    ("ReportFreeNotMalloced", "a free of what malloc never gave"),
    ("ReportAllocTypeMismatch", "a free by other means than those of the allocation"),
    ("ReportNewDeleteSizeTypeMismatch", "a delete of another size than was allocated"),
    ("ReportDeadlySignal", "an access that failed"),
    ("ReportODRViolation", "two definitions of one name"),
    ("Overlap", "a copy between areas that overlap"),
    ("ReportGenericError", "an access out of bounds, or to freed memory"),
    ("_overflow", "an integer overflow"),
    ("divrem", "a division by zero, or one that overflows"),
    ("out_of_bounds", "an index out of bounds"),
    ("shift_out", "a shift by too much"),
    ("type_mismatch", "an access through a NULL or misaligned pointer"),
    ("pointer_overflow", "an overflow of a pointer"),
    ("unreachable", "code that must not be reached"),
    ("load_invalid", "an impossible value"),
    ("nonnull", "NULL where it is not allowed"),
)
MAX_FRAMES = 32


class SanitizerReport(NamedTuple):
    tool: str
    kind: str
    """ "an integer overflow"; "an error" when it is not known which."""
    place: str
    """The function whose code failed the check, for people; "" when unknown."""


def sanitizer_report(frames: tuple[NativeFrame, ...]) -> SanitizerReport | None:
    """What these native frames, innermost first, tell of a sanitizer's report; None for none."""
    tool = kind = ""
    inside = died = False
    for frame in frames[:MAX_FRAMES]:
        name = function_name(frame)
        if name.startswith(_OWN):
            inside = True
            died = died or name.startswith(_DIES)
            tool = tool or next((title for start, title in _TOOLS if name.startswith(start)), "")
            kind = kind or next((words for part, words in _KINDS if part in name), "")
        elif died:
            place = describe_frame(frame) if name else ""
            return SanitizerReport(tool or "a sanitizer", kind or "an error", place)
        elif inside or not is_libc(frame):
            break
    return SanitizerReport(tool or "a sanitizer", kind or "an error", "") if died else None
