"""How the last words of native code that gave up are told, with stacks and without."""

from __future__ import annotations

from atfault.diagnose.text.told import place_words
from atfault.model.findings import Confidence
from atfault.model.given import AbortText
from atfault.text.libc_messages import overrun_words

BY_SIGNAL = {
    4: ("illegal-instruction", "the processor does not know an instruction that was run"),
    8: ("integer-division-by-zero", "an integer was divided by zero, or the result did not fit"),
}
OF_DEATHS: dict[str, tuple[str, str, Confidence]] = {
    "SIGILL": (*BY_SIGNAL[4], "likely"),
    "SIGFPE": (*BY_SIGNAL[8], "likely"),
    "0xC000001D": (*BY_SIGNAL[4], "likely"),
    "0xC0000094": (*BY_SIGNAL[8], "likely"),
    "0xC00000FD": ("stack-overflow", "the stack was used up: calls went too deep", "certain"),
    "0xC0000374": ("heap-corruption", "the allocator found its own data damaged", "certain"),
    "0xC0000409": (
        "unknown",
        "it ended itself at once, as at an overrun that was noticed",
        "possible",
    ),
    "0xC0000005": ("unknown", "memory was used that may not be (an access violation)", "possible"),
    "0xC0000135": ("missing-library", "a DLL that the program needs was not found", "certain"),
    "0xC0000139": ("missing-symbol", "a DLL lacks a function that is wanted of it", "certain"),
}
"""Signal, or code of Windows (ntstatus.h) → (cause, summary, confidence)."""


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
    if abort.kind == "gil":
        return "gil-not-held", f"Python was used without the GIL: {said}", "certain"
    if abort.kind == "signal":
        cause, what, sure = OF_DEATHS.get(
            abort.signal, ("unknown", "it died; the text does not tell of what", "possible")
        )
        return cause, f"{what} ({abort.signal})", sure
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
