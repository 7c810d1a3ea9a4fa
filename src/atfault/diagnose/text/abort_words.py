"""How the last words of native code that gave up are told, with stacks and without."""

from __future__ import annotations

from atfault.diagnose.text.told import place_words
from atfault.model.findings import Confidence
from atfault.model.given import AbortText
from atfault.text.libc_messages import overrun_words


def words_of(abort: AbortText) -> tuple[str, str, Confidence]:
    """(cause, summary, confidence) of what native code printed as it gave up."""
    said, where = abort.said, place_words(abort.place)
    if abort.kind == "heap":
        return "heap-corruption", f"the allocator found its own data damaged: {said}", "certain"
    if abort.kind == "check":
        return "out-of-bounds", f"a native function {overrun_words(said)}", "certain"
    if abort.kind == "cpp":
        text = ": ".join(filter(None, (abort.type, said))) or said
        return "uncaught-cpp-exception", text, "certain"
    if abort.kind == "rust":
        return "assertion-failed", f"Rust code panicked{where}: {said}", "likely"
    if abort.kind == "assertion":
        return "assertion-failed", f"{said}{where}", "certain"
    if abort.kind == "shared-memory":
        return (
            "shared-memory-full",
            "/dev/shm was full as a worker of the DataLoader wrote",
            "likely",
        )
    if abort.signal == "Killed":
        return (
            "out-of-memory",
            "a worker of the DataLoader was killed, as the kernel does where memory runs out",
            "possible",
        )
    return "unknown", f"a worker of the DataLoader died: {abort.signal}", "possible"
