"""How the last words of native code that gave up are told, with stacks and without."""

from __future__ import annotations

from atfault.diagnose.text.told import place_words
from atfault.model.findings import Advice, Confidence
from atfault.model.given import AbortText
from atfault.text import ends, messages
from atfault.text.libc_messages import overrun_words
from atfault.text.messages import said_of
from atfault.text.tables import table

BY_KIND = "out-of-bounds", "uncaught-cpp-exception", "assertion-failed", "unknown"
BY_SIGNAL = {
    4: ("illegal-instruction", "the processor does not know an instruction that was run"),
    8: ("integer-division-by-zero", "an integer was divided by zero, or the result did not fit"),
}


def causes_told() -> tuple[str, ...]:
    """Of which last words, ends and messages may be."""
    rows = (*(one.cause for one in messages.rows()), *(one.cause for one in ends.rows()))
    things = ("missing-library", "missing-tool", *(cause for cause, _ in BY_SIGNAL.values()))
    signals = (one["cause"] for one in table("signals.tsv"))
    every = (*things, *BY_KIND, *rows, *signals)
    return tuple(dict.fromkeys(one for one in every if one))


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
        known = said_of(abort.said)
        if known is not None and known.sure == "likely":
            return known.cause, f"{known.words}{where}: {said}", "likely"
        return "assertion-failed", f"Rust code panicked{where}: {said}", "likely"
    if abort.kind == "assertion":
        return "assertion-failed", f"{said}{where}", "certain"
    if abort.kind == "gil":
        return "gil-not-held", f"Python was used without the GIL: {said}", "certain"
    if abort.kind == "qt":
        return _of_qt(abort)
    if abort.signal == "SIGABRT" and abort.lacks:
        has = ", ".join(abort.lacks).upper()
        what = f"it was compiled for {has}, which this processor has not, and gave up"
        return "illegal-instruction", what, "certain"
    if abort.kind == "end":
        named = f" ({abort.signal})" if abort.signal else ""
        return abort.cause, f"{said}{named}", abort.sure
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


def _of_qt(abort: AbortText) -> tuple[str, str, Confidence]:
    if abort.type == "display":
        return "configuration", "Qt was to open a window, and there is no display", "certain"
    if "/cv2/" in abort.instead:
        what = f"the plugins of opencv-python's own Qt were taken for the program's ({abort.said})"
        return "configuration", what, "likely"
    plugin = f"platform plugin {abort.said}".strip()
    what = f"a library that Qt's {plugin} needs was not found"
    return "missing-library", what, "likely"


def qt_advice(abort: AbortText) -> tuple[Advice | str, ...]:
    """What to do where Qt found no platform plugin that works."""
    if abort.type == "display":
        return (
            Advice("without a window", "export QT_QPA_PLATFORM=offscreen"),
            "over ssh with one: ssh -X; in a container pass DISPLAY and /tmp/.X11-unix",
        )
    if "/cv2/" in abort.instead:
        return (
            Advice(
                "take the build of opencv that brings no Qt",
                "pip uninstall opencv-python; pip install opencv-python-headless",
            ),
        )
    return (
        Advice("let Qt say which one it is", "QT_DEBUG_PLUGINS=1 …"),
        Advice(
            "on Debian and Ubuntu it is most often one of these",
            "apt-get install libxcb-cursor0 libxkbcommon-x11-0 libxcb-icccm4 libxcb-keysyms1",
        ),
    )
