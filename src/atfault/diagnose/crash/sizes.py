"""The number of bytes that a function of the C library was given, as far as it still shows."""

from __future__ import annotations

from atfault.arch import by_name
from atfault.diagnose.crash.integers import holder_of
from atfault.diagnose.facts import mapping_at, native_frames, plain_name
from atfault.model.absent import Absent
from atfault.model.state import ProcessState

_WITH_SIZE = {
    **dict.fromkeys(("memcpy", "memmove", "mempcpy", "memset", "memcmp", "memchr"), 2),
    **dict.fromkeys(("strncpy", "strncmp", "strncat", "wmemset", "wmemcpy"), 2),
    **dict.fromkeys(("strnlen", "bzero"), 1),
}
"""Function → which argument its size is, from 0."""
_MOST = 1 << 40


def given_size(state: ProcessState, least: int = 1) -> str:
    """ "memcpy was given a size of -300 bytes, …"; "" where it cannot be told, or is less than
    `least` and no negative one.

    The register may have been used for something else meanwhile. It counts where the failed access
    was computed from it, where a number of the user's is the same, or where it is below zero. Who
    gave it is not said: a function that ends with the call leaves no frame.
    """
    frames = [one for one in native_frames(state.crashed)[:4] if not one.is_inline]
    place = _WITH_SIZE.get(plain_name(frames[0])) if frames else None
    crashed, arch = state.crashed, by_name(state.arch)
    if place is None or crashed is None or arch is None:
        return ""
    number = arch.arguments[place]
    general = crashed.thread.registers.general
    value = general[number] if number < len(general) else None
    if not value or native_frames(crashed)[:1] != _innermost(state):
        return ""
    signed = value - (1 << 64) if value >> 63 else value
    given = f"{plain_name(frames[0])} was given a size of {signed} bytes"
    if signed < 0:
        return f"{given}: below zero, which it takes for a huge number" if signed > -_MOST else ""
    if not least <= value < arch.user_end or mapping_at(state, value) is not None:
        return ""  # an address: the register was used for something else
    known = holder_of(crashed, value)
    if known is not None:
        return f"{given}: {known.told('that number')}"
    used = state.fault.tried.registers
    return given if any(name == arch.register_names[number] for name, _ in used) else ""


def _innermost(state: ProcessState) -> tuple[object, ...]:
    """The frame whose registers are known: no handler may lie on top of it."""
    native = Absent("") if state.crashed is None else state.crashed.native
    return () if isinstance(native, Absent) else native.frames[:1]
