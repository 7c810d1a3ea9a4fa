"""Programs whose parallel loops race, that compile for nothing, or whose texts have no value in
them; sound ones; and what is refused before anything is compiled."""

from __future__ import annotations

import os

import pytest

from support import needs
from support.numba_command import first_of, numba
from support.numba_corpus import CORPUS, programs, run_all, wanted

pytestmark = [
    needs.module("numba"),
    pytest.mark.newest,
    pytest.mark.slow,
]
MISSED = ("growing_tuple.py",)
"""A variable that grows in the caller, of which the call is blamed."""


def named(folder: str) -> list[str]:
    return [os.path.basename(path) for path in programs(os.path.join(CORPUS, folder))]


@pytest.mark.parametrize(
    ("folder", "name"), [(folder, name) for folder in ("races", "texts") for name in named(folder)]
)
def test_what_compiles_and_is_wrong_is_told_with_its_line(folder, name, tmp_path):
    path = os.path.join(CORPUS, folder, name)
    with open(path, encoding="utf-8") as file:
        report, _, _ = numba(tmp_path, file.read())
    expected = wanted(path)
    is_told = first_of(report) == (expected.cause, expected.line)
    if name in MISSED and not is_told:
        pytest.xfail("not told yet")
    assert is_told is (name not in MISSED), first_of(report)


@pytest.mark.parametrize("name", named("sound"))
def test_nothing_is_told_of_a_sound_parallel_loop(name, tmp_path):
    with open(os.path.join(CORPUS, "sound", name), encoding="utf-8") as file:
        report, _, _ = numba(tmp_path, file.read())
    assert first_of(report)[0] == "none"


@pytest.mark.parametrize("folder", ["begun", "called"])
def test_what_is_refused_and_what_began_a_type_are_told(folder, tmp_path, tell):
    """Their answers were written before the rules. What is `called` fails at a call, with no frame
    of Numba's compiler."""
    paths = programs(os.path.join(CORPUS, folder))
    outcomes = run_all(paths, str(tmp_path))
    wrong = []
    for path in paths:
        expected, found = wanted(path), outcomes[path].finding
        seen = (found and found.cause, found and found.blame and found.blame[0].line)
        if seen != (expected.cause, expected.line):
            wrong.append((os.path.basename(path), expected, seen))
    tell(f"{folder}: cause and line of {len(paths) - len(wrong)} of {len(paths)}")
    assert len(wrong) <= 0.2 * len(paths), wrong
