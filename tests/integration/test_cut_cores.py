"""Cores of a hang that end early: what is missing is said first, and nothing rests on it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from support.real_cores import HANG, dump

CERTAINTY = ("possible", "likely", "certain")


@pytest.fixture(scope="module", params=["kernel", "attach --save"])
def core(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("core")
    made = dump(sys.executable, folder, HANG) if request.param == "kernel" else saved(folder)
    if isinstance(made, str):
        pytest.skip(made)
    return made


def saved(folder: Path) -> Path:
    """What `attach --save` keeps of the same program, alive."""
    script = HANG.replace("os.kill(os.getpid(), signal.SIGQUIT)", "print('up', flush=True)")
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    try:
        assert child.stdout is not None
        child.stdout.readline()
        look = [sys.executable, "-m", "atfault", "attach", "--now", "--save", str(folder / "core")]
        subprocess.run([*look, str(child.pid)], capture_output=True, check=True)
    finally:
        child.kill()
        child.wait()
    return folder / "core"


def explained(core: Path) -> tuple[str, dict]:
    told = [sys.executable, "-m", "atfault", "core", "--no-lines"]
    text = subprocess.run([*told, str(core)], capture_output=True, text=True, check=True)
    asked = [*told, "--json", "-", str(core)]
    report = subprocess.run(asked, capture_output=True, text=True, check=True)
    return text.stdout, json.loads(report.stdout[report.stdout.index("{") :])


@pytest.fixture(scope="module")
def whole(core: Path) -> dict[str, int]:
    """Cause → how sure the whole core makes us of it."""
    findings = explained(core)[1]["diagnosis"]
    assert "deadlock" in [one["cause"] for one in findings]
    return {one["cause"]: CERTAINTY.index(one["confidence"]) for one in findings}


@pytest.mark.representative("core", "cores that end early", only=("kernel-500",))
@pytest.mark.parametrize("permille", [20, 50, 100, 200, 350, 500, 700, 850, 950, 995])
def test_a_cut_core_says_so_first_and_makes_nobody_surer_of_a_hang(
    core: Path, whole: dict[str, int], permille: int, tmp_path: Path
) -> None:
    cut = tmp_path / "cut"
    with open(core, "rb") as source:
        cut.write_bytes(source.read(core.stat().st_size * permille // 1000))
    text, report = explained(cut)
    assert "the core is cut off" in " ".join(text.partition("\n\n")[0].split())
    assert "the core is cut off" in report["headline"]
    for finding in report["diagnosis"]:
        if finding["cause"] != "killed":  # the note of the signal is there
            sure = CERTAINTY.index(finding["confidence"])
            assert sure <= max(whole.get(finding["cause"], 0) - 1, 0)
            assert report["process"]["python"] or sure == 0
