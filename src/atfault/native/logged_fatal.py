"""The last line of a logger that ends the program: glog, abseil and what was taken from them.

    CHECK(a < b);     F1122 20:31:40.051584 27863 routing.cc:1575] Check failed: a < b (49 vs. 5)

The line is put together in a buffer of the message, which lies on the stack of the function that
checks, or on the heap with a pointer to it there. Nothing frees it, as the logger calls abort()
(glog: src/logging.cc, LogMessageData::message_text_; abseil: absl/log/internal/log_message.cc,
LogMessageData::string_buf, behind 15,000 bytes of the same line in another form).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from atfault.model.stacks import NativeFrame
from atfault.native.abort_info import printable_text
from atfault.snapshot.protocol import Memory

# severity, date or nothing known, time; thread; file:line]; the text
_LINE = re.compile(
    rb"F(?:\d{4}|\d{8}) [0-9:.]{5,32} {1,8}\d{1,10} [\w./+-]{1,200}:\d{1,7}\] ([^\0]{1,2000})"
)
_STACK_BYTES = 16 * 1024
_BUFFER_BYTES = 32 * 1024
_MAX_POINTERS = 128
_LOWEST = 1 << 16
_HIGHEST = 1 << 47


def logged_text(memory: Memory, frames: Sequence[NativeFrame]) -> str:
    """The text, without what stands in front of it but for file and line, of the fatal message
    nearest to the innermost of `frames`; "" for none."""
    if not frames:
        return ""
    stack = memory.read_upto(frames[0].sp, _STACK_BYTES)
    for block in _blocks(memory, frames[0].sp, stack):
        found = _LINE.search(block)
        if found is not None:
            place = found.group(0).partition(b"] ")[0].rpartition(b" ")[2]
            text = found.group(1).partition(b"\n***")[0]
            return f"{printable_text(place)}: {printable_text(text.rstrip())}"
    return ""


def _blocks(memory: Memory, start: int, stack: bytes) -> Iterator[bytes]:
    """The stack, and what pointers on it lead to, nearest first."""
    yield stack
    seen: set[int] = set()
    for offset in range(-start % 8, len(stack) - 7, 8):
        pointer = int.from_bytes(stack[offset : offset + 8], "little")
        if pointer in seen or not _LOWEST <= pointer < _HIGHEST or pointer % 8:
            continue
        if start <= pointer < start + len(stack):
            continue
        seen.add(pointer)
        if len(seen) > _MAX_POINTERS:
            return
        yield memory.read_upto(pointer, _BUFFER_BYTES)
