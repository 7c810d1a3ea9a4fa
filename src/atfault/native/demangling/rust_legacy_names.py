"""Rust's older symbol names: the C++ scheme with a hash at the end.

_ZN4core3fmt5write17h0123456789abcdefE        core::fmt::write
"""

from __future__ import annotations

_HEX = frozenset("0123456789abcdef")


def spell_out(text: str) -> str:
    """Cut off ::h and 16 hex digits, and spell out $LT$ and its like (rustc, legacy mangling)."""
    head, separator, tail = text.rpartition("::h")
    if not separator or len(tail) < 16 or not set(tail[:16]) <= _HEX or tail[16:17].isalnum():
        return text
    text = head + tail[16:]
    for code, spelling in (
        ("$LT$", "<"), ("$GT$", ">"), ("$RF$", "&"), ("$BP$", "*"), ("$LP$", "("), ("$RP$", ")"),
        ("$C$", ","), ("$SP$", "@"), ("$u20$", " "), ("$u27$", "'"), ("$u5b$", "["),
        ("$u5d$", "]"), ("$u7b$", "{"), ("$u7d$", "}"), ("$u3b$", ";"), ("$u2b$", "+"),
        ("$u22$", '"'), ("..", "::"),
    ):  # fmt: skip
        text = text.replace(code, spelling)
    return "::".join(
        part[1:] if part.startswith("_<") or part.startswith("_&") else part
        for part in text.split("::")
    )
