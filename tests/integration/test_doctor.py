"""`atfault doctor` on this machine, with what is in the way really put there."""

from __future__ import annotations

import json
import os
import pty
import resource
import shutil
import signal
import subprocess
import sys
import time

import pytest

from support.extensions import INIT, compile_shared, package, record
from support.run_command import ATFAULT, environment

REFUSE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "support", "refuse_ptrace.py")
SLEEPER = "import time; print(flush=True); time.sleep(600)"


PATTERN = "/proc/sys/kernel/core_pattern"


def read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def doctor(tmp_path, *arguments: str, before: tuple[str, ...] = (), **kwargs):
    """(exit status, check id → its findings)"""
    env = environment(str(tmp_path), **kwargs.pop("env", {}))
    done = subprocess.run(
        [*before, *ATFAULT, "doctor", "--json", "-", *arguments],
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        **kwargs,
    )
    assert done.stderr == ""
    report = json.loads(done.stdout)
    assert report["schema"] == "atfault.doctor/1"
    found: dict[str, list[dict]] = {}
    for check in report["checks"]:
        assert check["meaning"] and not check["meaning"].startswith("the check failed")
        found.setdefault(check["id"], []).append(check)
    problems = sum(check["state"] == "problem" for check in report["checks"])
    assert report["problems"] == problems and done.returncode == (1 if problems else 0)
    return done.returncode, found


@pytest.fixture
def sleeper():
    """A Python process that does nothing."""
    child = subprocess.Popen([sys.executable, "-c", SLEEPER], stdout=subprocess.PIPE)
    child.stdout.readline()
    yield child
    child.kill()
    child.wait()
    child.stdout.close()


def cores(soft: int) -> None:
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (soft, hard))


def test_the_limit_of_cores_is_that_of_the_shell(tmp_path):
    if read(PATTERN).startswith("|"):
        pytest.skip("a program takes the cores here")
    status, found = doctor(tmp_path, preexec_fn=lambda: cores(0))
    (check,) = found["core-size"]
    assert status == 1 and check["state"] == "problem"
    assert check["advice"][0]["command"] == "ulimit -S -c unlimited"
    _, found = doctor(tmp_path, preexec_fn=lambda: cores(resource.RLIM_INFINITY))
    assert found["core-size"][0]["state"] == "ok"


def test_a_filter_that_refuses_ptrace_is_found_by_trying(tmp_path):
    for how in ("errno", "kill"):
        status, found = doctor(tmp_path, before=(sys.executable, REFUSE, how))
        assert status == 1 and found["tracing"][0]["state"] == "problem", how
        assert found["seccomp"][0]["state"] == "note"
    assert doctor(tmp_path)[1]["tracing"][0]["state"] == "ok"


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("setpriv"), reason="needs root")
def test_a_capability_that_is_taken_away_is_missed(tmp_path):
    drop = ("setpriv", "--bounding-set", "-sys_ptrace", "--inh-caps", "-sys_ptrace", "--")
    _, found = doctor(tmp_path, before=drop)
    (check,) = found["ptrace-capability"]
    assert check["state"] == "problem" and "--cap-add SYS_PTRACE" in check["advice"][0]["command"]


def test_a_process_may_be_looked_into_unless_somebody_else_does(tmp_path, sleeper):
    pid = str(sleeper.pid)
    _, found = doctor(tmp_path, pid)
    for name in ("other-tracer", "namespaces", "dumpable", "replaced-files", "core-filter"):
        assert found[name][0]["state"] == "ok", name
    code = (
        "import sys; from atfault.snapshot import ptrace; ptrace.seize(int(sys.argv[1]));"
        "print(flush=True); sys.stdin.read()"
    )
    tracer = subprocess.Popen(
        [sys.executable, "-c", code, pid],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(str(tmp_path)),
    )
    try:
        tracer.stdout.readline()
        status, found = doctor(tmp_path, pid)
        assert status == 1 and found["other-tracer"][0]["state"] == "problem"
        assert str(tracer.pid) in found["other-tracer"][0]["meaning"]
    finally:
        tracer.communicate()


@pytest.mark.representative("doctor")
def test_limits_and_filter_are_those_of_the_process(tmp_path):
    code = f"open('/proc/self/coredump_filter', 'w').write('0'); {SLEEPER}"
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, preexec_fn=lambda: cores(0)
    )
    try:
        child.stdout.readline()
        status, found = doctor(tmp_path, str(child.pid))
        assert status == 1 and found["core-filter"][0]["state"] == "problem"
        if not read(PATTERN).startswith("|"):
            assert f"--pid {child.pid}" in found["core-size"][0]["advice"][0]["command"]
    finally:
        child.kill()
        child.communicate()


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("unshare"), reason="needs root")
def test_a_process_in_a_container_is_said_to_be_in_one(tmp_path):
    command = ["unshare", "--mount", "--pid", "--fork", sys.executable, "-c", SLEEPER]
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    if not child.stdout.readline():
        child.communicate()
        pytest.skip("no namespaces here")
    inner = read(f"/proc/{child.pid}/task/{child.pid}/children").split()[0]
    try:
        _, found = doctor(tmp_path, inner)
        assert found["namespaces"][0]["state"] == "note"
        assert f"/proc/{inner}/root" in found["namespaces"][0]["advice"][0]["command"]
    finally:
        os.kill(int(inner), signal.SIGKILL)
        child.communicate()


def test_a_file_that_was_replaced_while_it_ran_is_named(tmp_path):
    path = compile_shared("int x() { return 1; }", tmp_path / "libgeo.so")
    code = f"import ctypes; ctypes.CDLL({path!r}); {SLEEPER}"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    try:
        child.stdout.readline()
        assert doctor(tmp_path, str(child.pid))[1]["replaced-files"][0]["state"] == "ok"
        os.unlink(path)
        _, found = doctor(tmp_path, str(child.pid))
        assert found["replaced-files"][0]["state"] == "problem"
        assert path in found["replaced-files"][0]["meaning"]
    finally:
        child.kill()
        child.communicate()


def test_a_package_is_looked_at_by_its_name_or_its_module(tmp_path):
    folder = tmp_path / "lib" / "python3.11" / "site-packages"
    geo = package(folder, "geo", "1.0", "numpy<1.0")
    package(folder, "numpy", "2.4.6")
    compile_shared("int gone();" + INIT.replace("BODY", "gone()"), geo / "_C.so")
    record(folder)
    prefix = tmp_path
    (prefix / "bin").mkdir()
    os.symlink(os.path.realpath(sys.executable), prefix / "bin" / "python")
    (prefix / "pyvenv.cfg").write_text(
        f"home = {os.path.dirname(os.path.realpath(sys.executable))}\nversion = 3.11\n"
    )
    path = os.pathsep.join((str(prefix / "bin"), os.environ["PATH"]))
    status, found = doctor(tmp_path, "geo", env={"PATH": path})
    assert status == 1
    assert "_C.so needs gone" in found["native-modules"][0]["meaning"]
    assert "geo 1.0 asks for numpy<1.0" in found["requirements"][0]["meaning"]
    status, found = doctor(tmp_path, "numpy", env={"PATH": path})
    assert status == 0 and set(found) <= {*("platform", "python", "requirements", "native-modules")}


@pytest.mark.representative("doctor")
def test_a_core_is_whole_or_cut_off(tmp_path):
    if read(PATTERN).startswith(("|", "/")):
        pytest.skip("cores are not written to the working folder here")
    code = "import os; os.abort()"
    subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, preexec_fn=lambda: cores(resource.RLIM_INFINITY)
    )
    (path,) = tmp_path.glob("core*")
    status, found = doctor(tmp_path, str(path))
    assert status == 0 and found["core-whole"][-1]["state"] == "ok"
    assert found["replaced-files"][0]["state"] == "ok"
    with open(path, "r+b") as file:
        file.truncate(path.stat().st_size // 2)
    status, found = doctor(tmp_path, str(path))
    assert status == 1 and found["core-whole"][0]["state"] == "problem"
    assert "cut off" in found["core-whole"][0]["meaning"]


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("no_such_package_here", "no process, no file, and no package"),
        ("999999999", "there is no process 999999999"),
        ("./no/such/core", "no such"),
        (__file__, "is not a core file"),
    ],
)
def test_what_is_nothing_is_refused_in_one_line(tmp_path, target, words):
    done = subprocess.run(
        [*ATFAULT, "doctor", target], env=environment(str(tmp_path)), capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert words.lower() in done.stderr.lower() and len(done.stderr.splitlines()) == 1


def test_the_long_check_shows_how_far_it_is_on_a_terminal(tmp_path):
    """And nothing of it stays."""
    control, terminal = pty.openpty()
    path = os.pathsep.join((os.path.dirname(sys.executable), os.environ["PATH"]))
    child = subprocess.Popen(
        [*ATFAULT, "doctor", "--json", str(tmp_path / "found.json")],
        env=environment(str(tmp_path), TERM="xterm", PATH=path),
        stdout=subprocess.DEVNULL,
        stderr=terminal,
    )
    os.close(terminal)
    seen = b""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            part = os.read(control, 1 << 16)
        except OSError:  # it has closed its end
            break
        if not part:
            break
        seen += part
    os.close(control)
    assert child.wait() in (0, 1)
    assert b"checking native modules" in seen and (tmp_path / "found.json").exists()


@pytest.mark.representative("doctor")
def test_looking_changes_nothing(tmp_path):
    """Of the settings that it reads, and of the folder that it stands in."""
    paths = [f"/proc/sys/kernel/{name}" for name in ("core_pattern", "core_uses_pid")]
    before = [*map(read, paths)], os.listdir(os.getcwd())
    doctor(tmp_path)
    assert ([*map(read, paths)], os.listdir(os.getcwd())) == before
