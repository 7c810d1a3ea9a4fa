"""A job that fails, as GitHub and GitLab run it: the files that the repository has for both, and
their steps, run as the runner does (bash, its variables and files)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from xml.etree import ElementTree

import pytest
import yaml

from support.run_command import ATFAULT, environment, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CRASHES = """
import ctypes
ctypes.memset(0, 0, 10)  # dies
"""
WORKER_DIES = """
import ctypes, os, sys
pid = os.fork()
if not pid:
    ctypes.memset(0, 0, 10)  # dies
os.waitpid(pid, 0)
print("done")
"""


def load(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return yaml.safe_load(file)


def line_of(program):
    return next(at for at, line in enumerate(program.splitlines(), 1) if "# dies" in line)


def step(name):
    return next(one for one in load("action.yml")["runs"]["steps"] if one.get("name") == name)


def run_step(one, tmp_path, **inputs):
    """One step of the composite action, as GitHub's runner does it."""
    defaults = {
        name: more.get("default", "") for name, more in load("action.yml")["inputs"].items()
    }
    given = {**defaults, **inputs}
    names = {
        name: given[value.split("inputs.")[1].split()[0]] for name, value in one["env"].items()
    }
    files = {
        name: str(tmp_path / name.lower()) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")
    }
    where = {"RUNNER_TEMP": str(tmp_path / "temp"), "GITHUB_WORKSPACE": str(tmp_path / "work")}
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", one["run"]],
        env=environment(str(tmp_path / "state"), **names, **files, **where),
        cwd=tmp_path / "work",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.fixture
def work(tmp_path):
    """The folders of a job, in which the environment of the tests stands for atfault's own."""
    (tmp_path / "work").mkdir()
    (tmp_path / "temp" / "atfault").mkdir(parents=True)
    (tmp_path / "temp" / "atfault" / "venv").symlink_to(sys.prefix)
    return tmp_path / "work"


@pytest.mark.representative("CI")
def test_the_action_annotates_the_line_and_fills_the_summary(work, tmp_path):
    (work / "app.py").write_text(CRASHES)
    done = run_step(step("Run under atfault"), tmp_path, run=f"{sys.executable} app.py")
    assert done.returncode == 139
    (line,) = [one for one in done.stderr.splitlines() if one.startswith("::error ")]
    assert f"file=app.py,line={line_of(CRASHES)}," in line and "null-dereference" in line
    assert "**null-dereference**" in (tmp_path / "github_step_summary").read_text()
    output = (tmp_path / "github_output").read_text().partition("report=")[2].strip()
    with open(output, encoding="utf-8") as file:
        assert json.load(file)["diagnosis"][0]["cause"] == "null-dereference"
    assert os.path.exists(output.replace(".json", ".html"))


def test_the_action_fails_for_a_worker_that_died_unless_told_otherwise(work, tmp_path):
    (work / "app.py").write_text(WORKER_DIES)
    one, command = step("Run under atfault"), f"{sys.executable} app.py"
    assert run_step(one, tmp_path, run=command).returncode == 1
    done = run_step(one, tmp_path, run=command, **{"fail-on": ""})
    assert (done.returncode, done.stdout) == (0, "done\n")


def test_the_action_leaves_a_job_that_ends_well_as_it_is(work, tmp_path):
    done = run_step(step("Run under atfault"), tmp_path, run="echo fine\ntrue")
    assert (done.returncode, done.stdout, done.stderr) == (0, "fine\n", "")
    assert not (tmp_path / "github_step_summary").exists()


@pytest.mark.slow
def test_the_action_installs_what_it_runs(tmp_path):
    (tmp_path / "work").mkdir()
    one = step("Install atfault")
    done = run_step(one, tmp_path, package=ROOT, python=sys.executable)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "temp" / "atfault" / "venv" / "bin" / "atfault").exists()


def test_the_template_writes_the_tests_that_gitlab_shows(tmp_path):
    (tmp_path / "app.py").write_text(CRASHES)
    job = load("templates/gitlab.yml")[".atfault"]
    command = job["variables"]["UNDER_ATFAULT"].replace("$ATFAULT_OPTIONS", "--fail-on any")
    words = command.split()
    assert words[1] == "run" and words[-1] == "--"
    done = run(
        sys.executable, "app.py", state=str(tmp_path / "s"), options=words[2:-1], cwd=tmp_path
    )
    assert done.code == 139 and "Segmentation fault" in done.err
    tree = ElementTree.parse(tmp_path / job["artifacts"]["reports"]["junit"])
    case = tree.find("testsuite/testcase")
    assert (case.get("classname"), case.get("line")) == (
        "null-dereference",
        str(line_of(CRASHES)),
    )
    assert (tmp_path / job["artifacts"]["paths"][0]).exists()


@pytest.mark.parametrize(
    ("name", "schema"),
    [("action.yml", "vendor.github-actions"), ("templates/gitlab.yml", "vendor.gitlab-ci")],
)
def test_the_files_are_as_both_want_them(name, schema):
    pytest.importorskip("check_jsonschema", reason="of make test-all")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("options", [(), ("--again=auto",)])
def test_fail_on_fails_a_run_that_ended_well(options, tmp_path):
    script = tmp_path / "app.py"
    script.write_text(WORKER_DIES)
    state, program = str(tmp_path / "s"), (sys.executable, str(script))
    asked = (*options, "--fail-on", "null-dereference")
    done = run(*program, state=state, options=asked)
    assert (done.code, done.out) == (1, "done\n")
    assert done.notices[-1].endswith("as --fail-on asks, for null-dereference")
    done = run(*program, state=state, options=(*options, "--fail-on", "deadlock"))
    assert done.code == 0


@pytest.mark.representative("export", "skill")
@pytest.mark.parametrize("argv", [("export", "--sentry"), ("skill",)])
def test_the_latest_report_is_exported_and_the_skill_printed(argv, tmp_path):
    (tmp_path / "app.py").write_text(CRASHES)
    state = str(tmp_path / "s")
    run(sys.executable, "app.py", state=state, cwd=tmp_path)
    command = [*ATFAULT, *argv]
    done = subprocess.run(command, env=environment(state), capture_output=True, text=True)
    assert done.returncode == 0 and "atfault" in done.stdout
