"""What a line reads like: weights of words, asked where no reader knows a cause."""

import io

from atfault.analyze.text import analyze_text
from atfault.options import Options
from atfault.text.likeness import likeness_in, scores_of, words_of
from atfault.text.lines import lines_of

TOO_OLD = (
    b"ValueError: Bfloat16 is only supported on GPUs with compute capability of at least 8.0."
    b" Your Tesla T4 GPU has compute capability 7.5.\n"
)
SIZES = b"""Traceback (most recent call last):
  File "/srv/tune/tune.py", line 164, in <module>
    main()
AssertionError: Check batch related parameters. train_batch_size is not equal to\
 micro_batch_per_gpu * gradient_acc_step * world_size 64 != 4 * 4 * 3
"""


def test_words_are_stems_kinds_of_things_and_pairs() -> None:
    words = words_of("dlopen: cannot load /opt/lib/libgeos_c.so.1, needed by myModule 3.12")
    assert {"cannot", "load", "<lib>", "<version>", "cannot load", "=mymodule"} <= words


def test_a_message_that_no_row_knows_is_told_by_its_words() -> None:
    like = likeness_in(lines_of(TOO_OLD).lines)
    assert like is not None
    assert like.cause == "configuration"
    assert like.lines[0].line == 1
    assert like.words


def test_lines_that_tell_of_nothing_are_none() -> None:
    text = b"Epoch 3/10: loss 0.331\nsaved checkpoint to out/e3.pt\nall went as it should\n"
    assert likeness_in(lines_of(text).lines) is None
    assert scores_of(()) == {}


def test_a_mistake_in_the_users_code_stays_what_it_is() -> None:
    text = b"AttributeError: module 'numpy' has no attribute 'float'.\n"
    assert likeness_in(lines_of(text).lines) is None


def test_the_finding_says_which_words_told_and_is_never_certain() -> None:
    first = analyze_text(io.BytesIO(SIZES), "-", Options()).diagnosis[0]
    assert (first.cause, first.confidence != "certain") == ("configuration", True)
    assert any("reads like" in one.text for one in first.evidence)
    assert "64 != 4" in first.quotes[0].text
