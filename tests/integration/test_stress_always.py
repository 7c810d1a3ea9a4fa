"""`atfault stress` on an extension module that is not thread-safe, and on its locked version: the
answer must be right every time, not only most of the times. ATFAULT_STRESS_RUNS tells how often
each is asked (default 2)."""

from __future__ import annotations

import pytest

from support.parts import times
from support.run_stress import build_extension, stress

TIMES = times("ATFAULT_STRESS_RUNS", few=2, many=4)


@pytest.fixture
def state(tmp_path):
    return str(tmp_path)


@pytest.fixture(scope="module")
def extension(tmp_path_factory):
    return build_extension(str(tmp_path_factory.mktemp("extension")))


QUICK = ("--setup", "mixing.py:make_mixer", "--iterations", "200", "--no-lines", "--no-locals")


@pytest.mark.slow
@pytest.mark.chance
def test_a_racy_extension_is_found_in_every_run(extension, state):
    for _ in range(TIMES):
        ran = stress(state, "racy_extension:Mixer.mix", *QUICK, budget=10, env=extension)
        assert ran.code == 0, ran.err
        assert ran.finding["cause"] == "data-race", ran.text
        assert ran.finding["confidence"] in ("certain", "likely")


@pytest.mark.slow
@pytest.mark.chance
def test_its_locked_version_is_cleared_in_every_run(extension, state):
    for _ in range(TIMES):
        ran = stress(state, "racy_extension:Mixer.mix_locked", *QUICK, budget=1, env=extension)
        assert ran.code == 0, ran.err
        assert ran.finding["cause"] == "no-race-found", ran.text
