"""What tools that are not known say, by the words that all use."""

from __future__ import annotations

import io

import pytest

from atfault.analyze.text import analyze_text
from atfault.errors import NoProcessState
from atfault.options import Options
from atfault.text.messages import is_telling, plain, rows, said_of, telling_hit


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


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.words)
def test_a_phrase_takes_the_line_that_it_was_made_for_and_no_phrase_before_it_does(row):
    said = said_of(row.seen)
    assert said is not None and (said.words, said.cause) == (row.words, row.cause)


@pytest.mark.parametrize(
    ("message", "cause"),
    [
        ("RuntimeError: could not claim the scope: Device or resource busy", "configuration"),
        ("OSError: [Errno 1] Operation not permitted", "configuration"),
        ("kernel: built for GLSL 4.6 but the runtime loaded is 4.1", "abi-mismatch"),
        ("frobd: unable to connect to tcp://10.0.0.7:4000", "network-error"),
        ("libfrob.so.3: not found, install libfrob", "missing-library"),
    ],
)
def test_words_that_no_row_was_made_for_are_known_by_their_class(message, cause):
    said = said_of(message)
    assert said is not None and said.cause == cause


@pytest.mark.parametrize(
    "message",
    [
        "TypeError: unsupported operand type(s) for +: 'int' and 'str'",
        "If the build failed due to an out of memory error, use fewer jobs",
        "ValueError: the sum is 7",
    ],
)
def test_a_mistake_in_code_and_what_may_be_are_no_such_message(message):
    assert said_of(message) is None


def test_what_a_message_names_and_asks_for_is_told():
    said = said_of("RuntimeError: Frob version 2.1 does not match 2.4. Please set FROB_HOME.")
    assert said is not None
    assert said.names[0] == "2.1" and said.names[-1] == "FROB_HOME"
    assert said.asks == ("Please set FROB_HOME.",)


def test_a_message_that_a_program_goes_on_behind_is_none():
    log = "".join(f"10:00:0{n} INFO app: step {n} of the run is done\n" for n in range(6))
    text = f"{log}ConnectionError: connection refused, next attempt 2 of 9\n{log}"
    with pytest.raises(NoProcessState):
        analyze_text(io.BytesIO(text.encode()), "-", Options())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("OOMKilled", "oom killed"),
        ("TERM_MEMLIMIT: no GPUs", "term memlimit: no gpus"),
        ("couldn't find it", "cannot find it"),
        ("failed to write /srv/memory_full/a.py", "cannot write /"),
        ("no room in /dev/shm/psm_1", "no room in /dev/shm/psm 1"),
    ],
)
def test_names_are_parted_into_words_and_paths_have_none(text, expected):
    assert plain(text) == expected


@pytest.mark.parametrize(
    ("message", "cause"),
    [
        ("frobd: job 7 killed: it went beyond its memory limit", "out-of-memory"),
        ("reason: FrobMemExceeded", "out-of-memory"),
        ("error: job 7 has exceeded its wall time", "killed"),
        ("error: device memory: cannot allocate 3 GiB on the GPU", "cuda-out-of-memory"),
        ("frob: instance is being preempted", "killed"),
        ("frob: lock taken recursively", "self-deadlock"),
        ("error: memory pool corrupted at 0x10", "heap-corruption"),
    ],
)
def test_what_is_used_up_and_how_are_words_that_meet(message, cause):
    said = said_of(message)
    assert said is not None and said.cause == cause


def test_a_text_in_a_frame_is_severe_where_it_does_not_call_itself_a_warning():
    rule = "-" * 60
    frame = "{0}\n{1}\nThere are not enough slots in the system.\n{0}\n"
    assert first(frame.format(rule, "")).cause == "configuration"
    with pytest.raises(NoProcessState):
        analyze_text(io.BytesIO(frame.format(rule, "WARNING: no").encode()), "-", Options())
