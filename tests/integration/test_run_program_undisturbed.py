"""A program under `atfault run` sees and does what it would see and do without it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from support.run_command import ATFAULT, environment, run, start

PYTHON = sys.executable

# Everything about itself that a process inherits.
# SigQ counts what waits for all processes of the user.
SURROUNDINGS = r"""
import os, resource, sys
status = open("/proc/self/status").read()
for line in status.splitlines():
    told = line.startswith(("Sig", "Shd", "Umask", "Uid", "Groups", "NoNewPrivs", "Cap"))
    if told and not line.startswith("SigQ"):
        print(line)
print(sorted(os.environb.items()))
print(open("/proc/self/cmdline").read().split("\0"))
print(os.getcwd(), os.nice(0), os.sched_getaffinity(0), os.sched_getscheduler(0))
for name in sorted(n for n in dir(resource) if n.startswith("RLIMIT")):
    print(name, resource.getrlimit(getattr(resource, name)))
for fd in sorted(map(int, os.listdir("/proc/self/fd"))):
    try:
        print(fd, os.readlink(f"/proc/self/fd/{fd}").split(":")[0])
    except OSError:
        pass
print(os.getpgrp() == os.getpgid(os.getppid()), os.getsid(0) == os.getsid(os.getppid()))
"""


def both(script: str, tmp_path: object, *, wrapper: str = "", **kwargs: object) -> tuple[str, str]:
    """The output of a script bare and under `atfault run`; wrapper is shell text before either."""
    env = environment(str(tmp_path))
    outputs = []
    for prefix in ("", " ".join(ATFAULT) + " run -- "):
        line = f"{wrapper} {prefix}{PYTHON} -c '{script}'"
        done = subprocess.run(
            ["sh", "-c", line],
            env=env,
            capture_output=True,
            text=True,
            timeout=60,
            **kwargs,  # type: ignore[call-overload]
        )
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout)
    return outputs[0], outputs[1]


@pytest.mark.representative("run as without us")
@pytest.mark.parametrize(
    "wrapper",
    [
        "exec",
        "trap '' INT HUP CHLD TERM USR1; exec",
        "exec 7</etc/passwd; exec",
        "export LC_ALL= LANG=C LC_CTYPE=; exec",
        "unset LANG LC_ALL LC_CTYPE; exec",
        "umask 027; ulimit -c 0; ulimit -n 200; exec nice -n 3",
        "cd /usr/lib; exec",
        "exec 0<&-; exec",
    ],
)
def test_a_program_inherits_what_it_would_without_us(tmp_path: object, wrapper: str) -> None:
    script = SURROUNDINGS.replace("'", '"')
    bare, watched = both(script, tmp_path, wrapper=wrapper)
    assert watched == bare


def test_blocked_signals_stay_blocked(tmp_path: object) -> None:
    blocking = (
        "import os, signal, sys;"
        "signal.pthread_sigmask(signal.SIG_BLOCK, {10, 15, 17, 40});"
        "os.execvp(sys.argv[1], sys.argv[1:])"
    )
    show = "print([l for l in open('/proc/self/status') if l.startswith('SigBlk')])"
    bare = subprocess.run(
        [PYTHON, "-c", blocking, PYTHON, "-c", show], capture_output=True, text=True, check=True
    )
    ran = run(PYTHON, "-c", show, state=str(tmp_path), before=(PYTHON, "-c", blocking))
    assert ran.out == bare.stdout != ""


@pytest.mark.parametrize("code", [0, 1, 3, 127, 255])
def test_the_exit_code_is_the_programs_own(tmp_path: object, code: int) -> None:
    ran = run("sh", "-c", f"exit {code}", state=str(tmp_path))
    assert (ran.code, ran.out, ran.err, ran.reports) == (code, "", "", ())


def test_an_exception_is_no_business_of_ours(tmp_path: object) -> None:
    ran = run(PYTHON, "-c", "raise ValueError(3)", state=str(tmp_path))
    assert ran.code == 1
    assert ran.err.startswith("Traceback") and ran.err.endswith("ValueError: 3\n")


def test_arguments_arrive_as_they_are(tmp_path: object) -> None:
    script = "import os, sys; sys.stdout.buffer.write(b'|'.join(map(os.fsencode, sys.argv[1:])))"
    odd = ["--json", "-v", "", "a b", "ü", os.fsdecode(b"\xff\n")]
    ran = run(PYTHON, "-c", script, *odd, state=str(tmp_path))
    assert os.fsencode(ran.out.replace("�", os.fsdecode(b"\xff"))) == b"|".join(
        os.fsencode(word) for word in odd
    )


@pytest.mark.representative("run")
@pytest.mark.parametrize(
    ("content", "mode", "code", "words"),
    [
        (None, 0, 127, "no such file"),
        (b"#!/bin/sh\nexit 0\n", 0o644, 126, "cannot be executed"),
        (b"#!/nonexistent/interpreter\n", 0o755, 127, "cannot be executed: the interpreter"),
        (b"\x00\x01\x02binary", 0o755, 126, "cannot be executed"),
    ],
)
def test_a_program_that_cannot_start_is_one_line(
    tmp_path: object, content: bytes | None, mode: int, code: int, words: str
) -> None:
    path = f"{tmp_path}/program"
    if content is not None:
        with open(path, "wb") as file:
            file.write(content)
        os.chmod(path, mode)
    ran = run(path, state=str(tmp_path))
    assert ran.code == code
    assert ran.err.count("\n") == 1
    assert ran.err.startswith(f"atfault: {path}: {words}")


def test_a_script_without_an_interpreter_line_is_run_by_the_shell(tmp_path: object) -> None:
    path = f"{tmp_path}/script"
    with open(path, "w") as file:
        file.write("echo from $1\nexit 5\n")
    os.chmod(path, 0o755)
    ran = run(path, "sh", state=str(tmp_path))
    assert (ran.code, ran.out) == (5, "from sh\n")


@pytest.mark.representative("run")
def test_a_py_file_is_run_by_the_python_on_path(tmp_path: object) -> None:
    with open(f"{tmp_path}/script.py", "w") as file:
        file.write("import sys; print(sys.argv)\n")
    done = subprocess.run(
        [*ATFAULT, "run", f"{tmp_path}/script.py", "--json", "x"],
        env=environment(str(tmp_path), PATH=os.path.dirname(PYTHON) + ":" + os.environ["PATH"]),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout == f"{[f'{tmp_path}/script.py', '--json', 'x']}\n"


@pytest.mark.representative("run as without us")
def test_standard_input_reaches_the_program(tmp_path: object) -> None:
    ran = run("cat", state=str(tmp_path), input="one\ntwo\n")
    assert ran.out == "one\ntwo\n"


NOBODY_READS = "nobody reads its standard output any more"


def test_a_pipe_that_closes_ends_the_program_as_usual(tmp_path: object) -> None:
    command = " ".join(ATFAULT)
    line = f"{command} run yes | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", line],
        env=environment(str(tmp_path)),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout == "y\n141\n"
    assert done.stderr == f"atfault: the program was ended by SIGPIPE: {NOBODY_READS}\n"


def test_a_reader_sees_the_end_when_the_program_closes_its_output(tmp_path: object) -> None:
    script = "import os, time; os.write(1, b'x'); os.close(1); os.close(0); time.sleep(30)"
    process = start(PYTHON, "-c", script, state=str(tmp_path), stdin=subprocess.PIPE)
    try:
        assert process.stdout is not None and process.stdin is not None
        began = time.monotonic()
        assert process.stdout.read() == "x"
        with pytest.raises(BrokenPipeError):
            for _ in range(100):
                os.write(process.stdin.fileno(), b"x")
                time.sleep(0.05)
        assert time.monotonic() - began < 20
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)


@pytest.mark.representative("run as without us")
def test_children_and_threads_come_and_go(tmp_path: object) -> None:
    script = (
        "import subprocess, threading, os\n"
        "print(sum(subprocess.run(['sh', '-c', f'exit {i}']).returncode for i in range(20)))\n"
        "print(os.spawnlp(os.P_WAIT, 'true', 'true'), os.system('exit 3') >> 8)\n"
        "for _ in range(300):\n"
        "    t = threading.Thread(target=int); t.start(); t.join()\n"
        "import multiprocessing as m\n"
        "with m.get_context('fork').Pool(4) as pool: print(sum(pool.map(abs, range(-100, 0))))\n"
        "print('end')"
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    assert (ran.code, ran.out, ran.err) == (0, "190\n0 3\n5050\nend\n", "")
    assert ran.reports == ()


def test_a_daemon_goes_on_untraced(tmp_path: object) -> None:
    script = (
        "import os, time, sys\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    for fd in (0, 1, 2): os.close(fd)\n"
        "    for _ in range(3000):\n"
        "        if os.path.exists(sys.argv[1] + '.go'): break\n"
        "        time.sleep(0.02)\n"
        "    name = 'Tracer' + 'Pid'\n"  # whole, it would have it let go at its start
        "    tracer = [l for l in open('/proc/self/status') if l.startswith(name)][0]\n"
        "    open(sys.argv[1] + '.new', 'w').write(tracer)\n"
        "    os.rename(sys.argv[1] + '.new', sys.argv[1])\n"
    )
    result = f"{tmp_path}/result"
    ran = run(PYTHON, "-c", script, result, state=str(tmp_path))
    assert ran.code == 0
    assert not os.path.exists(result)  # nobody waited for it
    open(result + ".go", "w").close()
    for _ in range(600):
        if os.path.exists(result):
            break
        time.sleep(0.05)
    with open(result) as file:
        assert file.read() == "TracerPid:\t0\n"
