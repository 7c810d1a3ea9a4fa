"""A stack overflow is told with its line, whichever stage of the analysis uses up its time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.run_command import SOURCE, TIMEOUT, Ran, environment, saved

PROGRAM = Path(SOURCE).parent / "tests" / "zoo" / "callback_recursion.py"
LINE = next(
    number
    for number, text in enumerate(PROGRAM.read_text().splitlines(), 1)
    if text.endswith("# <-- here")
)
DRIVER = """
import importlib, os, signal, sys
from atfault.__main__ import console_main
from atfault.cpu_deadline import limit_parts
from atfault.snapshot.tracing import crashes

def forever(*_, **__):
    while True:
        pass

def killed(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

crashes.limit_parts = lambda _: limit_parts(0.5, 0.5, at_all=10.0)
what = {"forever": forever, "killed": killed}[sys.argv.pop(1)]
where, _, names = sys.argv.pop(1).partition(":")
*path, last = names.split(".")
owner = importlib.import_module(where)
for name in path:
    owner = getattr(owner, name)
setattr(owner, last, what)
console_main()
"""
"""atfault with a stage that never ends, or is killed, and less time for all of them."""

STAGES = {
    "atfault.decode.address_space:_stack_limits": "finding where the stacks end was left out",
    "atfault.native.symbolize:demangle_all": "demangling the names of native code was left out",
    "atfault.native.symbolize:Symbolizer._rebuild": "naming the frames of a native stack was left",
    "atfault.decode.threads:frame_locals": "reading the variables of compare() was left out",
    # In no part, so that the whole ends; the second look does without.
    "atfault.analyze.process:rules_for": "the complete look at the process came to no end (",
}
"""What never ends → how the report says so."""


def overflow(state: str, stage: str, what: str) -> Ran:
    limited = 'ulimit -s 1024; exec "$@"'
    done = subprocess.run(
        ["sh", "-c", limited, "sh", sys.executable, "-c", DRIVER, what, stage]
        + ["run", "--", sys.executable, str(PROGRAM)],
        env=environment(state),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    return Ran(done.returncode, done.stdout, done.stderr, saved(state))


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
def test_a_stack_overflow_is_told_whichever_stage_never_ends(tmp_path: Path, stage: str) -> None:
    report = told(overflow(str(tmp_path), stage, "forever"))
    assert any(STAGES[stage] in warning for warning in report["warnings"]), report["warnings"]


@pytest.mark.representative("stages that never end")
def test_and_where_the_look_itself_is_killed(tmp_path: Path) -> None:
    report = told(overflow(str(tmp_path), "atfault.analyze.process:rules_for", "killed"))
    assert report["warnings"][0].startswith(
        "the complete look at the process came to no end (the analysis was killed, as where memory"
        " runs out): it was looked at once more"
    )


def told(ran: Ran) -> dict[str, Any]:
    """The report, which says it all."""
    assert ran.code == 139, ran.err
    (report,) = ran.reports
    finding = report["diagnosis"][0]
    assert (finding["cause"], finding["confidence"]) == ("stack-overflow", "certain")
    blame = finding["blame"][0]
    assert (blame["file"], blame["line"]) == (str(PROGRAM), LINE)
    assert report["signal"]["name"] == "SIGSEGV"
    (crashed,) = [thread for thread in report["threads"] if thread["crashed"]]
    assert len(crashed["frames"]) > 100
    return report
