"""Texts and plain values that a broken or hostile program may have written, reproducible.

text    lines of real texts, cut, mixed, repeated, blown up, with bytes that terminals obey
value   a real JSON value with parts exchanged, removed, repeated, or of another type
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

NASTY = (
    *(
        "\x00",
        "\x1b[31m",
        "\x1b]0;title\x07",
        "\x1b]8;;http://x/\x1b\\",
        "\r",
        "\x08\x08",
        "\x9b2J",
    ),
    *("\u202e", "\u2028", "\x85", "\ud800", "\udfff", "\ufeff", "\U0001f600", "e" + "\u0301" * 50),
    *(
        "<script>alert(1)</script>",
        "'\"><img src=x onerror=1>",
        "&lt;",
        "]]>",
        "```",
        "%s%n",
        "{0}",
    ),
    *("/" * 3000, "../" * 40, "9" * 5000, "-1", "0x" + "f" * 40, "1e999", "nan", "\\N{DASH}"),
    *("(" * 400, "[" * 400, "<" * 400, "{" * 400, "'" * 400, "`" * 399, "::" * 400, " " * 3000),
    *(
        "a" * 5000,
        "a " * 3000,
        ", " * 3000,
        "->" * 1000,
        "at 0x1 in " * 300,
        "$(rm -rf ~)",
        "\t" * 500,
    ),
)
"""Pieces that are put into texts."""
EXTREMES: tuple[Any, ...] = (
    *(0, -1, 1, 2**31, 2**63, 2**64 - 1, -(2**63), 10**30, 1e308, -1e-300, 0.5, True, False, None),
    *("", "x", [], {}, [[]], [None], {"": ""}, [[[[[[[[1]]]]]]]], "\x00", "9" * 4000),
)
MAX_TEXT = 200_000


def nasty(rng: random.Random) -> str:
    piece = rng.choice(NASTY)
    return piece * rng.choice((1, 1, 1, 2, 20)) if len(piece) < 100 else piece


def text(sources: Sequence[bytes], rng: random.Random) -> bytes:
    """One damaged text."""
    data = rng.choice(sources)
    for _ in range(rng.choice((1, 2, 4, 12))):
        data = rng.choice(_CHANGES)(data, sources, rng)[:MAX_TEXT]
    return data


def _flip(data: bytes, _: Sequence[bytes], rng: random.Random) -> bytes:
    changed = bytearray(data or b"x")
    for _n in range(rng.choice((1, 8, 200))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _cut(data: bytes, _: Sequence[bytes], rng: random.Random) -> bytes:
    a, b = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    return data[a:b] if rng.random() < 0.5 else data[:a] + data[b:]


def _insert(data: bytes, _: Sequence[bytes], rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + nasty(rng).encode("utf-8", "surrogatepass") + data[at:]


def _replace_word(data: bytes, _: Sequence[bytes], rng: random.Random) -> bytes:
    words = data.split(b" ")
    words[rng.randrange(len(words))] = nasty(rng).encode("utf-8", "surrogatepass")
    return b" ".join(words)


def _mix(data: bytes, sources: Sequence[bytes], rng: random.Random) -> bytes:
    lines, others = data.split(b"\n"), rng.choice(sources).split(b"\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(others))
    lines[at:at] = others[other : other + rng.choice((1, 3, 30))]
    return b"\n".join(lines)


def _repeat(data: bytes, _: Sequence[bytes], rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    part = lines[at : at + rng.choice((1, 2, 5))]
    times = min(rng.choice((2, 50, 2000)), 1 + MAX_TEXT // (1 + len(b"\n".join(part))))
    lines[at:at] = part * times
    return b"\n".join(lines)


def _join(data: bytes, _: Sequence[bytes], rng: random.Random) -> bytes:
    """Without line ends, or with others."""
    return data.replace(b"\n", rng.choice((b"", b" ", b"\r", b"\r\n", b"\n\n", b"\x0b", b"\x00")))


def _shuffle(data: bytes, _: Sequence[bytes], rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    part = lines[at : at + 40]
    rng.shuffle(part)
    lines[at : at + 40] = part
    return b"\n".join(lines)


_CHANGES = (_flip, _cut, _insert, _insert, _replace_word, _mix, _mix, _repeat, _join, _shuffle)


def value(plain: Any, rng: random.Random) -> Any:
    """A damaged copy of a JSON value."""
    for _ in range(rng.choice((1, 1, 2, 4, 16, 64))):
        plain = _changed(plain, rng, rng.choice((2, 4, 6, 8, 10)))
    return plain


def _changed(plain: Any, rng: random.Random, depth: int) -> Any:
    """With one part changed, some way down."""
    if depth and isinstance(plain, dict) and plain:
        key = rng.choice(list(plain))
        if rng.random() < 0.05:
            return {name: part for name, part in plain.items() if name != key}
        return {**plain, key: _changed(plain[key], rng, depth - 1)}
    if depth and isinstance(plain, list) and plain:
        at = rng.randrange(len(plain))
        if rng.random() < 0.05:
            return plain[:at] + [plain[at]] * rng.choice((0, 2, 300)) + plain[at + 1 :]
        return [*plain[:at], _changed(plain[at], rng, depth - 1), *plain[at + 1 :]]
    if isinstance(plain, str) and rng.random() < 0.7:
        at = rng.randrange(len(plain) + 1)
        return plain[:at] + nasty(rng) + plain[at if rng.random() < 0.5 else len(plain) :]
    if type(plain) is int and rng.random() < 0.5:
        return rng.choice((plain + 1, -plain, plain << 40, plain * 1000, 0))
    return rng.choice((*EXTREMES, nasty(rng)))
