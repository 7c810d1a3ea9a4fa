"""`pytest --atfault`, with real crashes and hangs: plain, with xdist, below somebody's code."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from atfault.snapshot.procfs import lives
from support.interpreters import all_interpreters
from support.run_command import SOURCE, TIMEOUT, environment
from support.tool_pythons import installed

TESTS = """
import ctypes, os, threading
import pytest

@pytest.mark.parametrize("i", range(500))
def test_passes(i, record_property):
    if i == 3:
        print("heard")
        record_property("seen", i)

def read(address):
    return ctypes.string_at(address)

def test_reads():
    read(0)

def test_aborts():
    os.abort()

@pytest.mark.skip(reason="not now")
def test_skipped(): pass

@pytest.mark.xfail
def test_expected(): assert 0

def test_fails():
    assert "this" == "that"

@pytest.fixture
def spoilt():
    yield
    read(8)

def test_is_torn_down(spoilt): pass

def test_leaves():
    os._exit(3)

def test_hangs():
    lock = threading.Lock()
    with lock:
        with lock:  # stands
            pass

def test_keeps_the_gil():
    ctypes.PyDLL(None).pause()

def test_is_last(): pass
"""
LINE = {name: at for at, text in enumerate(TESTS.split("\n"), 1) for name in [text.strip()]}
READ = "return ctypes.string_at(address)"
LOST = {
    "test_reads": ("null-dereference (certain)", READ, "ended by SIGSEGV"),
    "test_aborts": ("assertion-failed (certain)", "os.abort()", "ended by SIGABRT"),
    "test_is_torn_down": ("null-dereference (certain)", READ, "ended by SIGSEGV"),
    "test_leaves": ("", "", "ended itself with status 3"),
    "test_hangs": ("self-deadlock", "with lock:  # stands", "took more than 10 s"),
    "test_keeps_the_gil": ("", "ctypes.PyDLL(None).pause()", "took more than 10 s"),
}
"""Name → its cause, the line at fault, and how its process ended."""
ASKED = ("--atfault", "--atfault-hang=10", "--junitxml=out.xml")
BARE = ("-p", "no:cacheprovider")


def write(folder: Path, tests: str = TESTS) -> None:
    (folder / "test_some.py").write_text(tests)
    (folder / "pytest.ini").write_text("[pytest]\n")


def started(folder: Path, *options: str, tests: str = TESTS) -> list[str]:
    write(folder, tests)
    return [sys.executable, "-m", "pytest", *BARE, *options]


def run(
    folder: Path, *options: str, tests: str = TESTS, seconds: float = TIMEOUT
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        started(folder, *options, tests=tests),
        cwd=folder,
        env=environment(str(folder)),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=seconds,
    )


def cases(path: Path) -> dict[str, list[tuple[str, str, str]]]:
    """Name of a test → what JUnit XML has of it: (tag, message, text)."""
    suite = ElementTree.parse(path).getroot()[0]
    found: dict[str, list[tuple[str, str, str]]] = {}
    for case in suite.iter("testcase"):
        told = [
            (one.tag, one.get("message", ""), one.text or "")
            for one in case
            if one.tag in ("failure", "error", "skipped")
        ]
        found.setdefault(case.get("name", ""), []).extend(told)
    return found


REFUSE_PTRACE = (
    sys.executable,
    os.path.join(os.path.dirname(SOURCE), "tests", "support", "refuse_ptrace.py"),
    "errno",
)
SIX_LOOKS = 600
"""Seconds, on a machine that others use."""
PLUGINS = ("pytest", "pytest-xdist", "pytest-timeout")
MORE = pytest.mark.parametrize(
    "more", [(), ("-n", "2"), ("--timeout=300",)], ids=["plain", "xdist", "timeout"]
)


@pytest.mark.parametrize("more", [(), ("-n", "2")], ids=["plain", "xdist"])
def test_a_conftest_that_crashes_before_there_are_tests_is_told(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    (tmp_path / "conftest.py").write_text("import ctypes\nctypes.string_at(8)\n")
    done = run(tmp_path, "--atfault", *more)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("atfault: the process of pytest was ended by SIGSEGV\n")
    assert "null-dereference (certain)" in done.stderr
    assert "conftest.py:2, in <module>" in done.stderr


@pytest.mark.timeout(SIX_LOOKS)
@MORE
def test_each_lost_test_is_told_and_the_others_run(tmp_path: Path, more: tuple[str, ...]) -> None:
    judge(tmp_path, run(tmp_path, *ASKED, *more, seconds=SIX_LOOKS), more)


@pytest.mark.slow
@pytest.mark.timeout(SIX_LOOKS)
@MORE
@pytest.mark.parametrize("minor", [9, 14])
def test_they_are_told_by_the_oldest_and_a_new_python(
    tmp_path: Path, minor: int, more: tuple[str, ...]
) -> None:
    """The plug-in runs on 3.9, where the rest of atfault does not."""
    fitting = [one for one in all_interpreters() if one.minor == minor and not one.free_threaded]
    if not fitting:
        pytest.skip(f"no CPython 3.{minor} here (see tools/prepare_test_interpreters.sh)")
    tool = installed(fitting[0], *PLUGINS)
    folder = Path(tool.python.scratch(str(tmp_path)))
    write(folder)
    *enter, ours = tool.prefix
    program = f"ATFAULT_PROGRAM={os.path.dirname(sys.executable)}/atfault"
    change = ("sh", "-c", 'cd "$0" && exec "$@"', tool.inside(str(folder)))
    python = os.path.join(os.path.dirname(ours), "python")
    done = subprocess.run(
        [*enter, *change, "env", program, python, "-m", "pytest", *BARE[:2], *ASKED, *more],
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SIX_LOOKS,
    )
    judge(folder, done, more)


def judge(folder: Path, done: subprocess.CompletedProcess[str], more: tuple[str, ...]) -> None:
    """Whether exactly those of LOST were told, in the terminal and in JUnit XML."""
    assert done.returncode == 1, done.stdout + done.stderr
    assert "INTERNALERROR" not in done.stdout
    found = cases(folder / "out.xml")
    assert len(found) == 510 and not found["test_is_last"] and not found["test_passes[3]"]
    failing = {name for name, told in found.items() if any(tag != "skipped" for tag, *_ in told)}
    assert failing == {*LOST, "test_fails"}
    for name, (cause, line, how) in LOST.items():
        _, message, text = next(one for one in found[name] if one[0] != "skipped")
        assert cause in message, (name, message)
        assert f"test_some.py::{name}" in text or f"test_some.py::{name}" in message
        if line:
            place = f"test_some.py:{LINE[line]}, in "
            assert place in text and place in done.stdout, (name, text)
        if "-n" not in more:
            assert how in text + message, (name, text)
    assert "shows them" not in done.stdout and "also shows" not in done.stdout
    assert "> python  <string>" not in done.stdout, "execnet's texts are not the user's"
    assert done.stdout.count("test session starts") == 1
    if not more:
        assert "502 passed" in done.stdout.splitlines()[-1], done.stdout


def test_a_file_that_crashes_as_it_is_collected_is_an_error_of_the_collection(
    tmp_path: Path,
) -> None:
    (tmp_path / "test_other.py").write_text("def test_one(): pass\n")
    done = run(tmp_path, "--atfault", tests="import ctypes\nctypes.string_at(0)\n")
    assert done.returncode == 2, done.stdout
    assert "ERROR collecting test_some.py" in done.stdout
    assert "null-dereference (certain)" in done.stdout
    again = run(
        tmp_path,
        "--atfault",
        "--continue-on-collection-errors",
        tests="import ctypes\nctypes.string_at(0)\n",
    )
    assert "1 passed, 1 error" in again.stdout, again.stdout


HANGS_AS_IMPORTED = "import queue\nqueue.Queue().get()\n"


@pytest.mark.parametrize(
    "more", [(), ("-n", "1", "--max-worker-restart=0")], ids=["plain", "xdist"]
)
def test_a_file_that_hangs_as_it_is_collected_is_ended_and_told(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    done = run(tmp_path, "--atfault", "--atfault-hang=3", *more, tests=HANGS_AS_IMPORTED)
    assert done.returncode not in (0, 1), done.stdout
    assert "the collection of test_some.py took more than 3 s" in done.stdout, done.stdout
    assert "> 2 | queue.Queue().get()" in done.stdout, done.stdout
    if not more:
        assert "ERROR collecting test_some.py" in done.stdout
        took = re.search(r"1 error in (\d+)", done.stdout)
        assert took and int(took[1]) >= 3, done.stdout  # of both processes


def test_an_import_that_is_slow_is_not_ended(tmp_path: Path) -> None:
    tests = "import time\nend = time.monotonic() + 8\nwhile time.monotonic() < end: pass\n"
    done = run(tmp_path, "--atfault", "--atfault-hang=1", tests=f"{tests}def test_one(): pass\n")
    assert "1 passed" in done.stdout, done.stdout


def test_a_worker_that_crashes_as_it_collects_is_told(tmp_path: Path) -> None:
    more = ("-n", "1", "--max-worker-restart=1")
    done = run(tmp_path, "--atfault", *more, tests="import ctypes\nctypes.string_at(0)\n")
    assert "a worker was lost outside of any test" in done.stdout, done.stdout
    assert done.stdout.count("null-dereference (certain)") == 1
    assert "> 2 | ctypes.string_at(0)" in done.stdout


TORN_DOWN = """
import ctypes, pytest
@pytest.fixture(scope="session")
def device():
    yield
    ctypes.string_at(0)
@pytest.fixture
def spoilt(): ctypes.string_at(0)
def test_one(spoilt): pass
def test_two(device): pass
"""


@pytest.mark.parametrize("more", [(), ("-n", "1")], ids=["plain", "xdist"])
def test_the_phase_in_which_a_test_was_lost_is_told(tmp_path: Path, more: tuple[str, ...]) -> None:
    done = run(tmp_path, "--atfault", *more, tests=TORN_DOWN)
    assert "ERROR at setup of test_one" in done.stdout, done.stdout
    assert "ERROR at teardown of test_two" in done.stdout, done.stdout
    assert "1 passed, 2 errors" in done.stdout


def test_a_crash_behind_the_last_test_is_told_and_fails_the_run(tmp_path: Path) -> None:
    tests = "import atexit, ctypes\natexit.register(ctypes.string_at, 0)\ndef test_one(): pass\n"
    done = run(tmp_path, "--atfault", tests=tests)
    assert done.returncode not in (0, 1), done.stdout
    assert "null-dereference" in done.stdout


def test_in_ci_no_value_of_a_variable_is_in_the_log(tmp_path: Path) -> None:
    """pytest shows none either, unless asked (`-l`)."""
    tests = "import ctypes\ndef test_one():\n    token = 'secret-one'\n    said = 'noon-two'\n"
    tests += "    ctypes.string_at(0)\n"
    write(tmp_path, tests)
    done = subprocess.run(
        started(tmp_path, "--atfault", "--junitxml=out.xml", tests=tests),
        cwd=tmp_path,
        env=environment(str(tmp_path), CI="true"),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    text = done.stdout + (tmp_path / "out.xml").read_text()
    assert "null-dereference (certain)" in text and "test_some.py:5" in text
    assert "said = noon" not in text and "secret-one" not in text, text


FORKS = """
import ctypes, os
def test_forks():
    pid = os.fork()
    if not pid:
        ctypes.string_at(0)
    assert os.waitpid(pid, 0)[1] == 11
def test_two(): ctypes.string_at(0)
"""


@pytest.mark.parametrize("more", [(), ("-n", "1")], ids=["plain", "xdist"])
def test_a_child_that_a_test_forks_is_told_and_the_test_is_not_blamed(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    done = run(tmp_path, "--atfault", *more, tests=FORKS)
    assert "1 failed, 1 passed" in done.stdout, done.stdout
    assert "a process that a test had started has crashed" in done.stdout
    assert more or "during test_some.py::test_forks" in done.stdout
    assert "test_some.py:6" in done.stdout


IN_A_FORK = """
import os, threading
def test_waits_for_a_fork_that_hangs():
    lock = threading.Lock()
    pid = os.fork()
    if not pid:
        open("pid", "w").write(str(os.getpid()))
        lock.acquire(); lock.acquire()
    os.waitpid(pid, 0)
def test_two(): pass
"""


@pytest.mark.parametrize("more", [(), ("-n", "1")], ids=["plain", "xdist"])
def test_a_fork_that_hangs_ends_with_its_test(tmp_path: Path, more: tuple[str, ...]) -> None:
    done = run(tmp_path, "--atfault", "--atfault-hang=2", *more, tests=IN_A_FORK)
    assert "1 failed, 1 passed" in done.stdout and "self-deadlock" in done.stdout, done.stdout
    assert not lives(int((tmp_path / "pid").read_text()))


BROKEN = """
import atfault.looking, sys, pytest
def broken(*of, **named):
    {how}
{what} = broken
sys.exit(pytest.main(sys.argv[1:]))
"""
TWO_LOST = """
import ctypes, time
def test_one(): pass
def test_crashes(): ctypes.string_at(0)
def test_hangs(): time.sleep(100)
def test_two(): pass
"""
WAYS_TO_FAIL = {
    "its code": ("atfault.looking._seen", "raise RuntimeError('of ours')"),
    "its program": ("atfault.looking.our_command", "return ['/nowhere/atfault']"),
    "its time": ("atfault.looking.subprocess.run",
                 "raise atfault.looking.subprocess.TimeoutExpired('atfault', 120)"),
    "its report": ("atfault.looking.our_command", "return ['sh', '-c', 'echo what >&2; exit 1']"),
}  # fmt: skip
SAID = {
    "its code": "RuntimeError: of ours",
    "its program": "/nowhere/atfault",
    "its time": "took longer than 120 s",
    "its report": "came to nothing: what",
}


def run_by(
    folder: Path, code: str, *options: str, tests: str = TWO_LOST
) -> subprocess.CompletedProcess[str]:
    """By a program that calls pytest."""
    asked = started(folder, "--atfault", "--atfault-hang=2", *options, tests=tests)
    return subprocess.run(
        [*asked[:1], "-c", code, *asked[3:]],
        cwd=folder,
        env=environment(str(folder)),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )


SLOW = """
import atfault.looking, sys, time, pytest
seen = atfault.looking._seen
def slow(*of):
    time.sleep(3)
    return seen(*of)
atfault.looking._seen = slow
sys.exit(pytest.main(sys.argv[1:]))
"""


@pytest.mark.parametrize("more", [(), ("-n", "1")], ids=["plain", "xdist"])
def test_the_time_that_a_look_takes_is_not_that_of_a_test(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    done = run_by(tmp_path, SLOW, *more, tests=FORKS)
    assert "1 failed, 1 passed" in done.stdout and "took more" not in done.stdout, done.stdout
    assert done.stdout.count("null-dereference (certain)") == 3, done.stdout


ENDS_LATE = """
import time
def test_one(): time.sleep(3)
def test_two(): time.sleep(1)
"""


@pytest.mark.parametrize("more", [(), ("-n", "1")], ids=["plain", "xdist"])
def test_what_has_ended_while_it_was_looked_at_is_not_ended_nor_the_next(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    done = run_by(tmp_path, SLOW, *more, tests=ENDS_LATE)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("2 passed") == 1 and "took more" not in done.stdout, done.stdout


TOLD = """
import pytest

@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report):
    with open("told", "a") as file:
        print(report.nodeid.partition("::")[2], report.when, report.outcome, file=file)
"""


@pytest.mark.parametrize("more", [(), ("-n", "1")], ids=["plain", "xdist"])
def test_plugins_are_told_the_end_of_a_lost_test_and_tb_line_its_line(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    """pytest-html leaves out a test without."""
    (tmp_path / "conftest.py").write_text(TOLD)
    tests = "import ctypes\ndef test_one(): ctypes.string_at(0)\n"
    done = run(tmp_path, "--atfault", "--tb=line", *more, tests=tests)
    told = (tmp_path / "told").read_text().splitlines()
    assert told[-2:] == ["test_one call failed", "test_one teardown passed"], done.stdout
    assert "\ntest_some.py:2: null-dereference (certain)" in done.stdout


@pytest.mark.parametrize("more", [(), ("-n", "1")], ids=["plain", "xdist"])
@pytest.mark.parametrize("way", WAYS_TO_FAIL)
def test_where_the_look_fails_the_tests_go_on_and_one_line_says_why(
    tmp_path: Path, way: str, more: tuple[str, ...]
) -> None:
    what, how = WAYS_TO_FAIL[way]
    done = run_by(tmp_path, BROKEN.format(what=what, how=how), *more)
    assert "2 failed, 2 passed" in done.stdout, done.stdout + done.stderr
    assert "INTERNALERROR" not in done.stdout and "Traceback" not in done.stderr
    assert done.stdout.count(SAID[way]) == 2, done.stdout
    assert "test_some.py::test_crashes" in done.stdout


@pytest.mark.parametrize("more", [(), ("-n", "1")], ids=["plain", "xdist"])
def test_where_ptrace_is_forbidden_the_tests_go_on_and_it_is_said(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    """A process whose threads all stand still may be read without it."""
    asked = started(tmp_path, "--atfault", "--atfault-hang=2", *more, tests=TWO_LOST)
    done = subprocess.run(
        [*REFUSE_PTRACE, *asked],
        cwd=tmp_path,
        env=environment(str(tmp_path)),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert "2 failed, 2 passed" in done.stdout, done.stdout + done.stderr
    why = "came to nothing: atfault: a seccomp filter forbids ptrace"
    assert why in done.stdout.partition("_ test_hangs _")[2], done.stdout
    words = ("null-dereference (certain)", 'test_some.py", line 4 in test_crashes')
    assert any(one in done.stdout for one in words), done.stdout


FULL = "mount -t tmpfs -o size=16k none $0; head -c 1M /dev/zero >$0/filled; exec $@"


@pytest.mark.parametrize("way", ["a file", "no home", "a full disk"])
def test_where_nothing_can_be_kept_the_tests_are_told_all_the_same(
    tmp_path: Path, way: str
) -> None:
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "disk").mkdir()
    asked = started(tmp_path, "--atfault", "--atfault-hang=2", tests=TWO_LOST)
    variables = environment(str(tmp_path))
    variables["XDG_STATE_HOME"] = str(tmp_path / ("disk" if way == "a full disk" else "file"))
    if way == "no home":
        variables = {
            name: of for name, of in variables.items() if name not in ("HOME", "XDG_STATE_HOME")
        }
    if way == "a full disk":
        variables["TMPDIR"] = str(tmp_path / "disk")
        enter = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
        if subprocess.run([*enter, "true"], check=False, capture_output=True).returncode:
            pytest.skip("no namespace can be made here")
        asked = [*enter, "sh", "-c", FULL, str(tmp_path / "disk"), *asked]
    done = subprocess.run(
        asked,
        cwd=tmp_path,
        env=variables,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert "2 failed, 2 passed" in done.stdout, done.stdout + done.stderr
    assert "null-dereference (certain)" in done.stdout and "Traceback" not in done.stderr


def test_a_program_that_is_not_there_leaves_the_tests_unwatched(tmp_path: Path) -> None:
    """ATFAULT_PROGRAM, which a Python older than atfault's is asked for."""
    asked = started(tmp_path, "--atfault", tests="def test_one(): pass\n")
    older = (
        "import atfault.looking, atfault.pytest_plugin.plugin as plugin, sys, pytest\n"
        "atfault.looking.OLDEST = plugin._LOOKS = (4, 0)\n"
    )
    done = subprocess.run(
        [*asked[:1], "-c", f"{older}sys.exit(pytest.main(sys.argv[1:]))", *asked[3:]],
        cwd=tmp_path,
        env=environment(str(tmp_path), ATFAULT_PROGRAM="/nowhere/atfault"),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr
    (line,) = done.stderr.splitlines()
    assert "unwatched" in line and "/nowhere/atfault, which cannot be run" in line


def test_somebodys_code_that_calls_pytest_goes_on_once(tmp_path: Path) -> None:
    started(tmp_path, tests="def test_one(): pass\ndef test_two(): import os; os.abort()\n")
    code = "import pytest; print('status', int(pytest.main(['-q', '--atfault'])))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment(str(tmp_path)),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.stdout.count("status 1") == 1, done.stdout + done.stderr
    assert "1 failed, 1 passed" in done.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_who_ends_pytest_ends_the_tests_as_well(tmp_path: Path, number: int) -> None:
    note = tmp_path / "pid"
    tests = (
        "import os, time\n"
        "def test_one():\n"
        f"    open({str(note)!r}, 'w').write(str(os.getpid()))\n"
        "    time.sleep(100)\n"
    )
    with subprocess.Popen(
        started(tmp_path, "--atfault", tests=tests),
        cwd=tmp_path,
        env=environment(str(tmp_path)),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        deadline = time.monotonic() + TIMEOUT
        while not (note.exists() and note.read_text()):
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
        os.kill(process.pid, number)
        told, _ = process.communicate(timeout=TIMEOUT)
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)
    if number == signal.SIGINT:
        assert process.returncode == 2 and "KeyboardInterrupt" in told
    else:
        assert process.returncode == -number


def test_without_being_asked_nothing_is_different(tmp_path: Path) -> None:
    done = run(tmp_path, tests="def test_one():\n    import os\n    os.abort()\n")
    assert done.returncode == -signal.SIGABRT and "atfault:" not in done.stdout
    (tmp_path / "pytest.ini").write_text("[pytest]\natfault = true\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *BARE],
        cwd=tmp_path,
        env=environment(str(tmp_path)),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.returncode == 1 and "assertion-failed" in done.stdout


@pytest.mark.parametrize("more", [(), ("-n", "1")], ids=["plain", "xdist"])
def test_where_it_cannot_watch_the_tests_run_as_they_are(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    """A temporary folder that is not there, or whose path is too long for a socket's."""
    folder = tmp_path / ("x" * 100)
    if more:
        folder.mkdir()
    asked = started(tmp_path, "--atfault", *more, tests="def test_one(): pass\n")
    done = subprocess.run(
        asked if more else [*asked[:1], "-c", _WITHOUT_FOLDER, *asked[3:]],
        cwd=tmp_path,
        env={**environment(str(tmp_path)), "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr
    assert "unwatched" in done.stderr


_WITHOUT_FOLDER = """
import sys, tempfile, pytest
def none(*of, **named):
    raise FileNotFoundError("no temporary folder")
tempfile.mkdtemp = none
sys.exit(pytest.main(sys.argv[1:]))
"""
