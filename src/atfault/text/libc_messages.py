"""What the C library, allocators and the checks that compilers build in say before they abort.

The words stand here once: in memory such a message stands alone, and its beginning tells; a line of
a log may be anybody's, and has to fit whole.
"""

from __future__ import annotations

HEAP_MESSAGES: tuple[tuple[str, str], ...] = (
    ("free(): ", r"\S.{0,200}"),
    ("malloc(): ", r"\S.{0,200}"),
    ("realloc(): ", r"\S.{0,200}"),
    ("calloc(): ", r"\S.{0,200}"),
    ("munmap_chunk(): ", r"\S.{0,200}"),
    ("mremap_chunk(): ", r"\S.{0,200}"),
    ("memalign(): ", r"\S.{0,200}"),
    ("malloc_consolidate(): ", r"\S.{0,200}"),
    ("tcache_thread_shutdown(): ", r"\S.{0,200}"),
    ("double free or corruption", r" \(.{1,20}\)"),
    ("corrupted size vs. prev_size", r".{0,40}"),
    ("corrupted double-linked list", r".{0,40}"),
    ("corrupted unsorted chunks", r".{0,40}"),
    ("<jemalloc>: ", r".{1,300}"),
    ("sysmalloc: ", ""),
    ("malloc assertion failure in ", ""),
    ("break adjusted to free malloc space", ""),
    ("invalid fastbin entry", ""),
    (  # Apple's libmalloc
        "malloc: ",
        r"(?:\*\*\* error for object 0x[0-9a-f]{1,16}: |Double free of object |Heap corruption)"
        r"\S{0,40}.{0,200}",
    ),
    ("unaligned tcache chunk", ""),
    ("unaligned fastbin chunk", ""),
)
"""How messages about the heap begin; and a pattern of the rest, where such a line of a log can be
nobody else's."""
HEAP_TEXTS = tuple(begin for begin, _ in HEAP_MESSAGES)
SMASHED = "stack smashing detected"
CHECKS = {
    SMASHED: "wrote past the end of an array on its stack",
    "buffer overflow detected": "was about to write past the end of a buffer",
    "FD_SETSIZE on fd_set": "used a file descriptor that is too large for select() and its fd_set",
}


def is_heap_message(message: str) -> bool:
    text = message
    if ": " in text and not text.startswith(HEAP_TEXTS):
        text = text.split(": ", 1)[1]
    return message.startswith(HEAP_TEXTS) or text.startswith(HEAP_TEXTS) or "malloc.c:" in message


def overrun_words(message: str) -> str:
    """What the check that left `message` found; "" when it is none of these checks."""
    return next((words for text, words in CHECKS.items() if text in message), "")
