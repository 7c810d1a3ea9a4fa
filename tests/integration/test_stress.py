"""`atfault stress` on callables that are thread-safe, that are not, and that fail anyway."""

from __future__ import annotations

import importlib.util
import os
import shlex
import subprocess
import sys

import pytest

import support
from support.crossing import crossing, is_whole
from support.interpreters import all_interpreters, interpreter
from support.run_command import ATFAULT, environment
from support.run_stress import TARGETS, build_racy, install_release, stress
from support.terminal import Terminal
from support.zoo import PACKAGES

REFUSE_PTRACE = os.path.join(next(iter(support.__path__)), "refuse_ptrace.py")

SAFE = {
    "numpy_sum": "make_array",
    "numpy_dot": "make_two",
    "numpy_sort": "make_array",
    "torch_matmul": "make_tensors",
    "sha256": None,
    "shared_sha256": "make_hash",
    "compressed": None,
    "json_round_trip": "make_value",
    "regular_expression": None,
    "Table.add": "make_table",
    "packed": None,
    "Dice.gauss": "make_dice",
    "parsed_time": None,
}


@pytest.fixture(scope="module")
def racy(tmp_path_factory):
    return build_racy(str(tmp_path_factory.mktemp("racy")))


@pytest.fixture
def state(tmp_path):
    return str(tmp_path)


@pytest.mark.representative("stress", only=("sha256",))
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.newest] if name.split("_")[0] in PACKAGES else [])
        for name in SAFE
    ],
)
def test_a_thread_safe_call_is_cleared(name, state):
    module = name.split("_")[0]
    if module in ("numpy", "torch") and importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    setup = ("--setup", SAFE[name]) if SAFE[name] else ()
    ran = stress(state, f"safe_calls.py:{name}", *setup, budget=12 if module == "torch" else 2)
    assert ran.code == 0, ran.err
    assert ran.finding["cause"] == "no-race-found", ran.text
    assert ran.phase("free")["failed_runs"] == 0
    assert ran.phase("free")["calls"] >= 20


def test_a_crash_is_reported_with_its_line_and_its_children(racy, state):
    ran = stress(
        state, "racy_calls.py:Recogniser.run", "--setup", "make_recogniser", budget=20, env=racy
    )
    finding = ran.finding
    assert (finding["cause"], finding["confidence"]) == ("data-race", "certain")
    blame = finding["blame"][0]
    assert blame["file"].endswith("racy_calls.py")
    assert blame["function"] == "run"
    assert "recogniser_run(" in next(
        s["text"] for s in blame["source"] if s["line"] == blame["line"]
    )
    assert ran.report["children"]
    assert all(child["kind"] == "crash" for child in ran.report["children"])
    assert ran.phase("locked")["failed_runs"] == ran.phase("own")["failed_runs"] == 0
    assert "recogniser_run" in ran.text
    assert "Recogniser.run is not thread-safe" in ran.text.splitlines()[0]


def some_interpreters():
    """Each gives up the GIL in other places than the one before; or has none. None of another root:
    stress runs interpreters of this machine."""
    found = {
        (one.minor, one.free_threaded): one
        for one in all_interpreters()
        if one.sysroot is None and (one.free_threaded or one.minor in (8, 11, 13, 15))
    }
    return list(found.values())


RACES = {
    "Counter.add": ("make_counter", 10, "result"),
    "Catalogue.add": ("make_catalogue", 10, "state"),
}
"""Updates that get lost, what is made twice at its first use: setup, budget (the search ends with
the first race), what it shows in."""


def meets(name, one):
    """Without a GIL two threads are the first to use something only when they really run at once,
    which a loaded machine may not let them."""
    return name != "Catalogue.add" or not one.free_threaded or is_whole()


@pytest.mark.representative("stress", only=("Counter.add",))
@pytest.mark.parametrize(
    "name, one", crossing(dict.fromkeys(RACES, "races"), some_interpreters(), meets, least=3)
)
def test_a_race_is_found_by_any_interpreter(name, one, state):
    setup, budget, kind = RACES[name]
    ran = stress(
        state,
        f"racy_calls.py:{name}",
        *("--setup", setup),
        python=one.argv_prefix[0],
        budget=budget,
    )
    assert ran.finding["cause"] == "data-race", ran.text
    if kind == "state":
        assert "argument 1" in ran.text
    else:
        assert ran.phase("free")["failures"][0]["kind"] == kind
    version = ".".join(map(str, one.version))
    assert ran.report["process"]["python"]["version"] == version


def test_a_target_that_returns_nothing_is_judged_by_its_arguments(state):
    python = interpreter(8).argv_prefix[0]
    ran = stress(
        state, "racy_calls.py:Counter.add_silently", "--setup", "make_counter", python=python,
        budget=5,
    )  # fmt: skip
    assert ran.finding["cause"] == "data-race", ran.text
    failure = ran.phase("free")["failures"][0]
    assert failure["kind"] == "state"
    assert "argument 1.value" in failure["text"]


def test_a_deadlock_is_reported_as_one(state):
    ran = stress(
        state, "racy_calls.py:Crossed.go", "--setup", "make_crossed", "--timeout", "1", budget=3
    )
    assert ran.finding["cause"] == "data-race", ran.text
    assert ran.phase("free")["failures"][0]["kind"] == "hang"
    assert ran.report["children"][0]["diagnosis"][0]["cause"] == "deadlock"


@pytest.mark.parametrize(
    ("target", "setup", "check", "code"),
    [
        ("racy_calls.py:advance", ("--setup", "numbers"), True, 1),
        ("racy_calls.py:advance", ("--setup", "numbers"), False, 0),
        ("safe_calls.py:packed", (), True, 0),
    ],
)
def test_check_fails_when_a_race_was_found_and_only_then(target, setup, check, code, state):
    ran = stress(state, target, *setup, *(["--check"] if check else []), budget=3)
    assert ran.finding["cause"] == ("no-race-found" if "safe" in target else "data-race"), ran.text
    assert ran.code == code


def test_exceptions_from_many_threads_are_found_with_their_line(state):
    ran = stress(state, "racy_calls.py:advance", "--setup", "numbers", budget=3)
    failure = ran.phase("free")["failures"][0]
    assert (failure["kind"], failure["function"]) == ("exception", "advance")
    assert "generator already executing" in failure["text"]


@pytest.mark.parametrize(
    ("name", "kind"), [("crash", "crash"), ("refuse", "exception"), ("stop", "exit")]
)
def test_what_fails_in_one_thread_is_no_race(name, kind, state):
    ran = stress(state, f"racy_calls.py:{name}")
    assert (ran.code, ran.finding["cause"]) == (0, "fails-alone"), ran.text
    assert ran.finding["confidence"] == "certain"
    assert ran.phase("reference")["failures"][0]["kind"] == kind
    assert ran.phase("free")["runs"] == 0


def test_an_object_that_belongs_to_its_thread_is_no_race(state):
    ran = stress(state, "racy_calls.py:belongs_to", "--setup", "this_thread")
    assert ran.finding["cause"] == "fails-alone"
    assert ran.phase("alone")["failed_runs"] > 0


def test_a_result_that_depends_on_the_thread_is_no_failure(state):
    ran = stress(state, "racy_calls.py:thread_name")
    assert (ran.finding["cause"], ran.finding["confidence"]) == ("no-race-found", "possible")
    assert "depends on the thread that calls it" in ran.text


def test_a_target_that_is_not_deterministic_says_so(state):
    ran = stress(state, "racy_calls.py:told_time")
    assert ran.finding["cause"] == "no-race-found"
    assert ran.finding["confidence"] == "possible"
    assert "not deterministic" in ran.text
    assert ran.report["stress"]["environments"][0]["reference"] == "partly"


@pytest.mark.representative("stress", only=("arguments0", "arguments2"))
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["racy_calls.py:nothing"], "racy_calls.py has no nothing"),
        (["no_such_module:call"], "there is no module no_such_module"),
        (["no_such_file.py:call"], "no_such_file.py: no such file"),
        (["racy_calls.py"], "names no callable"),
        (["racy_calls.py:wants_one"], "--setup NAME"),
        (["racy_calls.py:waits"], "is a coroutine function: a call runs none of it"),
        (["racy_calls.py:yields"], "is a generator function: a call runs none of it"),
        (["racy_calls.py:crash", "--setup", "cannot_set_up"], "OSError: no model file"),
        (["racy_calls.py:crash", "--compare", "nowhere"], "nowhere: neither an interpreter"),
    ],
)
def test_what_cannot_be_run_is_one_line_and_exit_code_2(arguments, message, state):
    ran = stress(state, *arguments)
    assert ran.code == 2
    assert message in ran.err
    assert len(ran.err.splitlines()) == 1
    assert ran.report == {}


def test_two_environments_stand_side_by_side(racy, state):
    other = interpreter(8)
    ran = stress(
        state,
        "racy_calls.py:Recogniser.run",
        *(
            "--setup",
            "make_recogniser",
            "--compare",
            other.argv_prefix[0],
            "--no-lines",
            "--no-locals",
        ),
        budget=5,
        env=racy,
    )
    first, second = ran.report["stress"]["environments"]
    assert first["version"] != second["version"] == ".".join(map(str, other.version))
    assert first["cause"] == second["cause"] == "data-race"
    line = next(line for line in ran.text.splitlines() if line.strip().startswith("Python "))
    assert first["version"] in line
    assert second["version"] in line


def test_a_race_that_the_next_release_has_not_is_told_of_both(tmp_path, state):
    old = install_release(f"{tmp_path}/old", "1.0", "-DRACY")
    new = install_release(f"{tmp_path}/new", "1.1")
    ran = stress(state, "labels.py:labels", "--compare", new, python=old, budget=8)
    first, second = ran.report["stress"]["environments"]
    assert (first["cause"], second["cause"]) == ("data-race", "no-race-found"), ran.text
    assert ran.text.startswith("labels is not thread-safe; in")
    versions = next(line for line in ran.text.splitlines() if "labelmaker   " in line)
    assert versions.split() == ["labelmaker", "1.0", "1.1"]


def test_an_environment_without_the_target_is_named_and_the_other_told(tmp_path, state):
    import venv

    old = install_release(f"{tmp_path}/old", "1.0", "-DRACY")
    venv.create(f"{tmp_path}/empty", symlinks=True)
    ran = stress(state, "labels.py:labels", "--compare", f"{tmp_path}/empty", python=old, budget=4)
    assert ran.code == 2
    assert f"stress: {tmp_path}/empty: labels.py cannot be imported: No module" in ran.err
    assert len(ran.err.splitlines()) == 1
    assert ran.report["diagnosis"][0]["cause"] == "data-race"


def test_the_same_seed_is_named_and_kept(state):
    ran = stress(state, "safe_calls.py:packed", "--seed", "7", budget=1)
    assert ran.report["stress"]["seed"] == 7
    assert "seed 7" in ran.text


def test_where_tracing_is_refused_faulthandler_tells_of_the_crash(racy, state):
    before = (sys.executable, REFUSE_PTRACE, "errno")
    ran = stress(
        state,
        "racy_calls.py:Recogniser.run",
        *("--setup", "make_recogniser"),
        budget=8,
        env=racy,
        before=before,
    )
    assert ran.finding["cause"] == "data-race", ran.text
    blame = ran.report["children"][0]["diagnosis"][0]["blame"][0]
    assert blame["function"] == "run"
    assert any("could not be watched" in warning for warning in ran.report["warnings"])


def test_ctrl_c_ends_an_endless_search_with_what_it_has_seen(state):
    env = environment(state, COLUMNS="100")
    python = shlex.quote(sys.executable)
    with Terminal(env) as terminal:
        terminal.type(f"cd {shlex.quote(TARGETS)}\n")
        command = f"{python} -m atfault stress safe_calls.py:packed --python {python}"
        terminal.type(f"TERM=xterm {command} --until-failure\n")
        terminal.wait_for("many threads")  # the progress bar, on terminals only
        terminal.wait_for("run 2")
        terminal.type("\x03")
        terminal.wait_for("No race found in packed")
        terminal.wait_for("interrupted by Ctrl-C")
        terminal.type("echo code $?\n")
        terminal.wait_for("code 130")


def test_nothing_is_left_behind(racy, state, tmp_path_factory):
    scratch = str(tmp_path_factory.mktemp("scratch"))
    stress(
        state,
        "racy_calls.py:Recogniser.run",
        *("--setup", "make_recogniser", "--no-lines", "--no-locals"),
        budget=5,
        env={**racy, "TMPDIR": scratch},
    )
    assert os.listdir(scratch) == []


def test_the_user_s_own_output_stays_out_of_the_report(state):
    ran = stress(state, "racy_calls.py:talks", budget=1)
    assert ran.finding["cause"] == "no-race-found", ran.text
    assert "chatter" not in ran.text + ran.err


def test_it_is_saved_and_shown_again(state):
    ran = stress(state, "safe_calls.py:packed", budget=1)
    assert "atfault show 1" in ran.text
    again = subprocess.run(
        [*ATFAULT, "show", "1"], env=environment(state), capture_output=True, text=True
    )
    assert again.stdout.splitlines()[:8] == ran.text.splitlines()[:8]
