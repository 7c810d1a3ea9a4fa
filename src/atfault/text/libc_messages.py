"""What the C library, allocators and the checks that compilers build in say before they abort.

The words stand here once: in memory such a message stands alone, and its beginning tells; a line of
a log may be anybody's, and has to fit whole.
"""

from __future__ import annotations

from atfault.text.tables import table

HEAP_MESSAGES = tuple((one["begins"], one["rest"]) for one in table("heap_messages.tsv"))
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
