"""What is kept of a text of any size."""

from __future__ import annotations

import io
import random

import pytest

from atfault.decode.given_text import given_of
from atfault.text import lines as lines_module
from atfault.text.lines import MAX_SHOWN, WHOLE, NotText, lines_of, read_lines
from atfault.text.wanted_lines import AFTER, BEFORE, wanted_lines

ERROR = b"src/a.c:9:1: error: x undeclared"
QUIET = b"gcc -Wall -Werror=format-security -c src/b.c -o b.o\n"
MANY = QUIET * (WHOLE // len(QUIET) + 5000)


def texts(data: bytes) -> list[str]:
    return [line.text for line in read_lines(io.BytesIO(data)).lines]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (b'10:41:18.911820   File "a.py", line 6', '  File "a.py", line 6'),
        (b"2026-03-02T10:11:12.1234567Z make: *** [a.o] Error 1", "make: *** [a.o] Error 1"),
        (b"#9 6.413 a.c:1:2: error: x", "a.c:1:2: error: x"),
        (b"\x1b[01m\x1b[Ka.c:1:2:\x1b[m\x1b[K \x1b[31merror: \x1b[mx", "a.c:1:2: error: x"),
        (b"##[error]Process completed with exit code 1.", "Process completed with exit code 1."),
        (b"build\tcompile\t2026-03-02T10:11:12.1Z a.c:1:2: error: x", "a.c:1:2: error: x"),
        (b"2026-03-02T10:11:12.123456Z 01E a.c:1:2: error: x", "a.c:1:2: error: x"),
        (b"\x1b]0;title\x07a.c:1:2: error: x", "a.c:1:2: error: x"),
        (b"    12 | return x;", "    12 | return x;"),
        (b"\xff\xfe is no UTF-8 error: x", "\udcff\udcfe is no UTF-8 error: x"),
    ],
)
def test_escapes_and_prefixes_of_build_services_are_taken_off(line, shown):
    assert lines_of(b"first\n" + line).lines[-1].text == shown


def test_what_carriage_returns_part_has_one_number():
    found = lines_of(b"[ 25%] a\r[ 50%] b\rerror: c\r\nlast\r\n").lines
    assert [(line.number, line.text) for line in found] == [
        (1, "[ 25%] a"), (1, "[ 50%] b"), (1, "error: c"), (2, "last"),
    ]  # fmt: skip


def test_an_error_deep_in_a_long_log_is_kept_with_its_number_and_its_neighbours():
    kept = read_lines(io.BytesIO(MANY + b"In file included from x.c:1:\n" + ERROR + b"\n" + MANY))
    number = MANY.count(b"\n") + 2
    found = [line for line in kept.lines if "error:" in line.text]
    assert [line.number for line in found] == [number]
    assert any(line.number == number - 1 and "In file" in line.text for line in kept.lines)
    assert len(kept.lines) < 200
    assert kept.total == 2 * MANY.count(b"\n") + 2


def test_a_gap_says_whether_ninja_went_on_in_it():
    log = b"FAILED: a.o\nerror: x\n" + QUIET * 9000 + b"[3/9] next\n" + QUIET * 9000 + ERROR
    kept = read_lines(io.BytesIO(log))
    assert any(line.gap and line.step_in_gap for line in kept.lines)


@pytest.mark.slow
def test_a_log_of_errors_alone_is_kept_from_both_ends():
    kept = read_lines(io.BytesIO((ERROR + b"\n") * 400_000))
    assert kept.is_cut
    assert kept.lines[0].number == 1
    assert kept.lines[-1].number == 400_000
    assert len(kept.lines) < 150_000


@pytest.mark.parametrize("seed", range(40))
def test_wherever_a_block_ends_the_same_lines_are_kept(seed, monkeypatch):
    chance = random.Random(seed)
    texts, share = [], 0.0
    for _ in range(3000):
        share = chance.choice([0, 0.002, 0.02, 0.5]) if chance.random() < 0.005 else share
        texts.append(ERROR if chance.random() < share else chance.choice([QUIET.strip(), b""]))
    errors = [at for at, text in enumerate(texts, 1) if text == ERROR]
    wanted = {at for error in errors for at in range(error - BEFORE, error + AFTER + 1)}
    monkeypatch.setattr(lines_module, "WHOLE", 0)
    monkeypatch.setattr(lines_module, "BLOCK", chance.choice([6000, 20_000]))
    kept = read_lines(io.BytesIO(b"\n".join(texts) + b"\n")).lines
    assert [line.number for line in kept] == sorted(wanted & set(range(1, 3001)))
    assert [one.number for one in kept if one.gap] == [
        at for at in sorted(wanted) if 1 < at <= 3000 and at - 1 not in wanted
    ]


@pytest.mark.slow
def test_of_a_text_of_errors_alone_most_is_not_searched(monkeypatch):
    looked_at = []

    def counted(block, before, after):
        looked_at.append(len(block))
        return wanted_lines(block, before, after)

    monkeypatch.setattr(lines_module, "wanted_lines", counted)
    text = (ERROR + b"\n") * 1_000_000
    kept = read_lines(io.BytesIO(text))
    assert kept.total == kept.lines[-1].number == 1_000_000
    assert sum(looked_at) < len(text) / 3


def test_one_endless_line_is_cut():
    found = texts(b"a" * 30_000_000 + b" error: x")
    assert max(map(len, found)) <= MAX_SHOWN + 10
    assert found[-1].endswith("error: x")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_encodings_of_other_systems_are_read(encoding):
    data = "gcc -c a.c\na.c:1:2: fatal error: zlib.h: no such file\n".encode(encoding)
    assert texts(data)[-1] == "a.c:1:2: fatal error: zlib.h: no such file"


@pytest.mark.parametrize("data", [b"\x7fELF" + bytes(200), bytes(range(32)) * 100, b"PK\x03\x04"])
def test_what_is_no_text_is_refused(data):
    with pytest.raises(NotText):
        read_lines(io.BytesIO(data))


def test_nothing_is_read_of_nothing():
    assert read_lines(io.BytesIO(b"")).total == 0


@pytest.mark.parametrize(
    "piece", ["a", ":", "a/", "(", "git submodule ", "a.c:1:", "|", "'", "a b "]
)
def test_endless_lines_of_one_piece_are_read_like_others(piece):
    lines = [lead + piece * 4000 for lead in ("", "ERROR: ", "a.c:1:2: error: ", "ld: ")]
    given = given_of(lines_of("\n".join(lines * 10).encode()), "-", [])
    assert given.lines == 40
