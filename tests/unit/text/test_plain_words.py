"""What tools that are not known say, by the words that all use."""

from __future__ import annotations

import io
import time

import pytest

from atfault.analyze.text import analyze_text
from atfault.options import Options
from atfault.text.plain_words import is_telling, telling_hit


@pytest.mark.parametrize(
    ("text", "kind", "subject"),
    [
        ("google/protobuf/timestamp.proto: File not found.", "header",
         "google/protobuf/timestamp.proto"),
        ("protoc-gen-x: program not found or is not executable", "tool", "protoc-gen-x"),
        ("frob executable not found. Please set FROB_DIR", "tool", "frob"),
        ("Cannot find cuda library libcudart.so.12", "library", "libcudart.so.12"),
        ("Can't locate ExtUtils/MakeMaker.pm in @INC", "tool", "ExtUtils/MakeMaker.pm"),
        ("the value 7 is not supported", "compile", ""),
    ],
)  # fmt: skip
def test_what_is_not_there_is_told_apart(text, kind, subject):
    assert is_telling(text)
    hit = telling_hit(3, text)
    assert (hit.kind, hit.subject) == (kind, subject)


@pytest.mark.parametrize("text", ["creating build", "copying a.py -> b", "all is well", ""])
def test_other_lines_say_nothing(text):
    assert not is_telling(text)


def first(text):
    return analyze_text(io.BytesIO(text.encode()), "-", Options()).diagnosis[0]


def test_only_what_stands_right_before_the_failure_is_read():
    checks = "frob executable not found, going on without\n" + "gcc -c x.c\n" * 3
    text = f"{checks}brewing x\nwidget.brew: the yeast is invalid\nmake: *** [x] Error 3\n"
    finding = first(text)
    assert finding.quotes[0].line == 6
    assert (finding.cause, finding.confidence) == ("build-error", "likely")


def test_it_is_never_certain():
    finding = first("gcc -c x.c\nfrob executable not found\nmake: *** [x] Error 3\n")
    assert (finding.cause, finding.confidence) == ("missing-tool", "likely")


def test_an_error_that_is_known_comes_first():
    text = "gcc -c x.c\nx.c:1:1: error: bad\nfrob executable not found\nmake: *** [x] Error 1\n"
    assert first(text).quotes[0].line == 2


def test_hostile_lines_take_no_time():
    began = time.monotonic()
    for text in ("library " * 70, "a.h" * 190, "[" * 599, "program " * 70, "lib" * 199):
        telling_hit(1, text + " not found")
    assert time.monotonic() - began < 2
