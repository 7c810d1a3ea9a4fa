"""Which part of Numba raised something, by the frames (atfault_probe.numba.phases)."""

from __future__ import annotations

import types

import pytest

from atfault_probe.numba import phases, refused


@pytest.mark.parametrize(
    ("frames", "phase"),
    [
        ([("numba.core.withcontexts", "mutate_with_body"), ("", "<module>")], "decorate"),
        ([("numba.core.typed_passes", "run_pass"), ("numba.core.typeinfer", "lock")], "decorate"),
        ([("numba.core.lowering", "lower_inst"), ("numba.np.arrayobj", "impl")], "implementation"),
        ([("numba.core.untyped_passes", "run_pass")], "python"),
        ([("numba.core.dispatcher", "_compile_for_args")], "implementation"),
        ([("numba.core.registry", "target")], "decorate"),
        ([("numba.core.event", "notify")], ""),
        ([("job", "main")], ""),
    ],
)
def test_the_innermost_frame_of_a_known_part_tells(frames, phase):
    assert phases.of_frames([(*one, None) for one in frames]) == phase


def test_texts_that_the_error_quotes_come_first_in_its_order():
    flags = {"nnan", "assoc", "nsz"}
    frame = types.SimpleNamespace(f_locals={"a": "long", "flags": flags, "number": 3})
    found = phases.texts(frame, ValueError("unknown: 'nsz', 'assoc'"))
    assert found[:2] == ["nsz", "assoc"] and sorted(found[2:]) == ["long", "nnan"]
    assert phases.texts(frame, KeyError("long"))[0] == "long"


def test_a_word_of_the_error_that_is_the_key_of_a_dict_is_one():
    frame = types.SimpleNamespace(f_locals={"others": {"WALL": 0.35, "made": 1}, "text": "x"})
    assert phases.texts(frame, TypeError("not supported: WALL, AIR")) == ["WALL", "x"]


def test_a_function_that_numba_calls_is_one_right_below_a_frame_of_its_compiler():
    main, compiler, through = ("job", "main", None), ("numba.core.typing.typeof", "typeof", None), (
        "functools", "wrapper", None)  # fmt: skip
    assert refused._is_hook([main, compiler, through, main])
    assert not refused._is_hook([main, main]) and not refused._is_hook([main])
    assert not refused._is_hook([main, ("numba.cuda.simulator.kernel", "run", None), main])
