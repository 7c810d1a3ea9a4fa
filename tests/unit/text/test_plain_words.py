"""What tools that are not known say, by the words that all use."""

from __future__ import annotations

import io

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


@pytest.mark.parametrize("word", ["library ", "a.h", "[", "program ", "lib"])
def test_what_is_said_again_and_again_costs_no_more_than_its_length(word):
    """What is cubic in it takes an hour."""
    few, many = (telling_hit(1, word * times + " not found") for times in (3, 30_000))
    assert few.kind == many.kind
