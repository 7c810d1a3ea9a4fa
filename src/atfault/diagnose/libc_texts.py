"""What the C library and the checks that compilers build in say before they abort."""

from __future__ import annotations

HEAP_TEXTS = (
    "free(): ",
    "malloc(): ",
    "realloc(): ",
    "calloc(): ",
    "munmap_chunk(): ",
    "mremap_chunk(): ",
    "memalign(): ",
    "malloc_consolidate(): ",
    "sysmalloc: ",
    "malloc assertion failure in ",
    "double free or corruption",
    "corrupted size vs. prev_size",
    "corrupted double-linked list",
    "corrupted unsorted chunks",
    "break adjusted to free malloc space",
    "invalid fastbin entry",
    "malloc: ",
    "tcache_thread_shutdown(): ",
    "unaligned tcache chunk",
    "unaligned fastbin chunk",
    "<jemalloc>: ",
)
CHECKS = {
    "stack smashing detected": "wrote past the end of an array on its stack",
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
