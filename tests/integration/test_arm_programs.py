"""Ten programs on AArch64, watched there: an emulated Debian that `make test-arm` starts.

tools/arm_programs.py runs them, each bare and watched; without that nothing is run here, as it
takes a quarter of an hour.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import arm_machine
from support import zoo

ASKED = "ATFAULT_TEST_ARM"
LINES = {program.name: program.line for program in zoo.programs()}
FOUND = {
    "crash": ("null-dereference", "certain", LINES["string_at_null"]),
    "handler": ("null-dereference", "certain", LINES["string_at_null"]),
    "deadlock": ("deadlock", "certain", 13),
    "abort": ("assertion-failed", "certain", LINES["assert_text"]),
    "numpy": ("out-of-bounds", "certain", LINES["pointer_index"]),
    "fork": ("null-dereference", "certain", LINES["in_child_process"]),
    "attach": ("deadlock", "certain", 13),
    "explain": ("unknown", "possible", LINES["string_at_null"]),
}
"""Name → cause, confidence and a line of what was found."""
AS_BARE = ("crash", "handler", "abort", "numpy", "fork", "run")


class Result(NamedTuple):
    bare: int | None
    status: int
    out: str
    bare_out: str
    err: str
    reports: list[dict[str, Any]]


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    folder = os.environ.get(ASKED, "")
    if not folder:
        pytest.skip("an emulated machine is started by make test-arm alone")
    if folder != "1":
        return _read(Path(folder))
    why = arm_machine.why_not()
    if why:
        pytest.skip(f"no emulated machine of AArch64 here: {why}")
    import arm_programs  # asks for wheels

    return _read(arm_programs.run_programs())


def _read(folder: Path) -> dict[str, Result]:
    found = {}
    for one in folder.iterdir():
        texts = {path.name: path.read_text("utf-8", "replace") for path in one.iterdir()}
        reports = [json.loads(texts[name]) for name in sorted(texts) if name.endswith(".json")]
        bare, status = (int(texts[key]) if key in texts else None for key in ("bare", "status"))
        assert status is not None, texts.get("err", "")
        out, bare_out = texts.get("out", ""), texts.get("bare-out", "")
        found[one.name] = Result(bare, status, out, bare_out, texts.get("err", ""), reports)
    return found


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", FOUND)
def test_the_line_and_the_cause_are_told(results: dict[str, Result], name: str) -> None:
    result = results[name]
    assert len(result.reports) == 1, result.err
    first = result.reports[0]["diagnosis"][0]
    cause, confidence, line = FOUND[name]
    assert (first["cause"], first["confidence"]) == (cause, confidence)
    assert line in [place["line"] for place in first["blame"]]


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", AS_BARE)
def test_a_watched_program_ends_as_it_does_unwatched(results: dict[str, Result], name: str) -> None:
    result = results[name]
    assert (result.status, result.out) == (result.bare, result.bare_out), result.err


@pytest.mark.timeout(3600)
def test_a_healthy_program_has_no_report(results: dict[str, Result]) -> None:
    assert (results["run"].status, results["run"].err, results["run"].reports) == (3, "", [])


@pytest.mark.timeout(3600)
def test_a_program_that_was_looked_at_lives_on(results: dict[str, Result]) -> None:
    assert results["attach"].bare == 0


@pytest.mark.timeout(3600)
def test_doctor_finds_nothing_wrong_with_the_machine(results: dict[str, Result]) -> None:
    told = results["doctor"].reports[0]
    states = {one["id"]: one["state"] for one in told["checks"]}
    assert (states["platform"], states["tracing"]) == ("ok", "ok")
