"""A table of programs that look at what a tracer changes, or trace: each is run bare and under
`atfault run`, and ends, prints and leaves behind the same."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import termios
import uuid
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from support import needs
from support.run_command import ATFAULT, environment

PYTHON = sys.executable
MARK = "AS_BARE"
TIMEOUT = 120

C = {
    "asks-for-tracer": r"""
        #include <stdio.h>
        #include <sys/ptrace.h>
        int main(void) { printf("%ld\n", ptrace(PTRACE_TRACEME, 0, 0, 0)); return 4; }""",
    "traces-child": r"""
        #include <stdio.h>
        #include <sys/ptrace.h>
        #include <sys/wait.h>
        #include <unistd.h>
        int main(void) {
            int status = 0, stops = 0;
            pid_t child = fork();
            if (child == 0) {
                if (ptrace(PTRACE_TRACEME, 0, 0, 0)) _exit(99);
                execl("/bin/sh", "sh", "-c", "exit 6", (char *)0);
            }
            while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
                stops++;
                ptrace(PTRACE_CONT, child, 0, 0);
            }
            printf("%d stops, %d\n", stops, WEXITSTATUS(status));
            return 0;
        }""",
    "attaches-to-child": r"""
        #include <stdio.h>
        #include <signal.h>
        #include <sys/ptrace.h>
        #include <sys/wait.h>
        #include <unistd.h>
        int main(void) {
            pid_t child = fork();
            if (child == 0) for (;;) pause();
            long seized = ptrace(PTRACE_SEIZE, child, 0, 0);
            long stopped = ptrace(PTRACE_INTERRUPT, child, 0, 0);
            printf("%ld %ld %d\n", seized, stopped, waitpid(child, 0, __WALL) == child);
            kill(child, SIGKILL);
            return 0;
        }""",
    "tracer-pid": r"""
        #include <stdio.h>
        #include <string.h>
        int main(void) {
            char line[256];
            FILE *file = fopen("/proc/self/status", "r");
            while (fgets(line, sizeof line, file))
                if (!strncmp(line, "TracerPid:", 10)) fputs(line, stdout);
            return 0;
        }""",
    "breakpoint": r"""
        #include <signal.h>
        #include <stdio.h>
        static volatile int hits;
        static void hit(int number) { hits++; }
        int main(void) {
            signal(SIGTRAP, hit);
            __asm__("int3"); __asm__("int3"); raise(SIGTRAP);
            printf("%d\n", hits);
            return 0;
        }""",
    "single-step": r"""
        #include <signal.h>
        #include <stdio.h>
        static volatile int hits;
        static void hit(int number) { hits++; }
        int main(void) {
            signal(SIGTRAP, hit);
            __asm__ volatile("pushfq; orq $0x100, (%rsp); popfq; nop; nop; nop;"
                             "pushfq; andq $~0x100, (%rsp); popfq");
            printf("%d\n", hits > 2);
            return 0;
        }""",
    "untraced-clone": r"""
        #define _GNU_SOURCE
        #include <sched.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <sys/wait.h>
        static int child(void *value) { return *(int *)value; }
        int main(void) {
            int status, value = 9;
            char *stack = malloc(1 << 16);
            int flags = CLONE_VM | CLONE_UNTRACED | SIGCHLD;
            pid_t pid = clone(child, stack + (1 << 16), flags, &value);
            waitpid(pid, &status, 0);
            printf("%d\n", WEXITSTATUS(status));
            return 0;
        }""",
    "strict-seccomp": r"""
        #include <linux/seccomp.h>
        #include <sys/prctl.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        int main(void) {
            prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
            write(1, "strict\n", 7);
            syscall(SYS_exit, 5);
        }""",
    "child-without-exit-signal": r"""
        #define _GNU_SOURCE
        #include <sched.h>
        #include <signal.h>
        #include <stdio.h>
        #include <sys/syscall.h>
        #include <sys/wait.h>
        #include <unistd.h>
        int main(void) {
            int status, flags[] = {0, SIGUSR1, CLONE_VFORK};
            signal(SIGUSR1, SIG_IGN);
            for (int at = 0; at < 3; at++) {
                pid_t pid = syscall(SYS_clone, flags[at], 0, 0, 0, 0);
                if (pid == 0) _exit(12 + at);
                printf("%d\n", waitpid(pid, &status, __WALL) == pid);
                printf("%d\n", WEXITSTATUS(status));
            }
            return 0;
        }""",
    "first-of-a-namespace": r"""
        #define _GNU_SOURCE
        #include <sched.h>
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <sys/wait.h>
        #include <unistd.h>
        static void first(int way) {
            kill(getpid(), SIGTERM);
            raise(SIGUSR2);
            if (way == 0) _exit(3);
            if (way == 1) abort();
            *(volatile int *)8 = 1;
        }
        int main(void) {
            if (geteuid() && unshare(CLONE_NEWUSER)) return 77;
            for (int way = 0; way < 3; way++) {
                int status;
                pid_t child = fork();
                if (child == 0) {
                    if (unshare(CLONE_NEWPID)) _exit(77);
                    pid_t inner = fork();
                    if (inner == 0) first(way);
                    waitpid(inner, &status, 0);
                    printf("%d\n", status & 0x7f ? 128 + (status & 0x7f) : WEXITSTATUS(status));
                    fflush(stdout);
                    _exit(0);
                }
                waitpid(child, &status, 0);
            }
            return 0;
        }""",
    "first-thread-leaves": r"""
        #include <pthread.h>
        #include <stdlib.h>
        #include <unistd.h>
        static void *other(void *_) { usleep(50000); write(1, "other\n", 6); exit(8); }
        int main(void) {
            pthread_t thread;
            pthread_create(&thread, 0, other, 0);
            pthread_exit(0);
        }""",
    "thread-executes": r"""
        #include <pthread.h>
        #include <unistd.h>
        static void *other(void *_) { execl("/bin/sh", "sh", "-c", "echo $0; exit 2", (char *)0); }
        int main(void) {
            pthread_t thread;
            pthread_create(&thread, 0, other, 0);
            for (;;) pause();
        }""",
    "leaks": r"""
        #include <stdio.h>
        #include <stdlib.h>
        int main(int count, char **_) {
            char *lost = malloc(10);
            printf("%p\n", count > 1 ? (void *)lost : 0);
            lost = 0;
            return 0;
        }""",
    "clean": "int main(void) { return 0; }",
    "overflows": r"""
        #include <stdlib.h>
        int overflow(int at) { int *some = malloc(40); some[at] = 1; return some[at]; }
        int main(int count, char **_) { return overflow(9 + count); }""",
}
OPTIONS = {
    "first-thread-leaves": ("-pthread",),
    "thread-executes": ("-pthread",),
}
SANITIZED = {
    "asan-leaks": ("leaks", "-fsanitize=address"),
    "asan-clean": ("clean", "-fsanitize=address"),
    "asan-overflows": ("overflows", "-fsanitize=address"),
    "asan-static-leaks": ("leaks", "-fsanitize=address", "-static-libasan", "-s"),
    "lsan-leaks": ("leaks", "-fsanitize=leak"),
}

PY = {
    "exit status": "raise SystemExit(3)",
    "exit at once": "import os; print('x', flush=True); os._exit(7)",
    "a timer that is handled": (
        "import signal\nhits = []\nsignal.signal(signal.SIGALRM, lambda *_: hits.append(1))\n"
        "signal.setitimer(signal.ITIMER_REAL, .01, .01)\n"
        "while len(hits) < 20: signal.pause()\n"
        "signal.setitimer(signal.ITIMER_REAL, 0)\nprint(len(hits) >= 20)"
    ),
    "stopping and continuing a child": (
        "import os, signal, time\nchild = os.fork()\n"
        "if child == 0:\n    time.sleep(60); os._exit(0)\n"
        "for number in (signal.SIGSTOP, signal.SIGCONT, signal.SIGTSTP, signal.SIGCONT,\n"
        "               signal.SIGTERM):\n"
        "    os.kill(child, number)\n"
        "    _, status = os.waitpid(child, os.WUNTRACED | os.WCONTINUED)\n"
        "    print(number, status)"
    ),
    "a group that is killed": (
        "import os, signal, subprocess\n"
        "shell = subprocess.Popen(['sh', '-c', 'sleep 60 & sleep 60'], start_new_session=True)\n"
        "os.killpg(shell.pid, signal.SIGTERM); print(shell.wait())"
    ),
    "an orphan that is adopted": (
        "import ctypes, os, time\n"
        "ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    if os.fork() == 0:\n        time.sleep(.1); os._exit(5)\n"
        "    os._exit(4)\n"
        "print(sorted(os.waitstatus_to_exitcode(os.wait()[1]) for _ in range(2)))"
    ),
    "a child that dies with its parent": (
        "import ctypes, os, signal, time\nread, write = os.pipe()\n"
        "if os.fork() == 0:\n"
        "    if os.fork() == 0:\n"
        "        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)\n"
        "        os.write(write, b'x'); time.sleep(60)\n"
        "    os.read(read, 1); os._exit(0)\n"
        "os.wait(); os.close(write); print(os.read(read, 1))"
    ),
    "a process that may not be looked at": (
        "import ctypes, os\nprint(ctypes.CDLL(None).prctl(4, 0, 0, 0, 0))\n"
        "print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))"
    ),
    "a zombie": (
        "import os, time\nchild = os.fork()\nif child == 0: os._exit(1)\ntime.sleep(.2)\n"
        "print(open(f'/proc/{child}/stat').read().split()[2])\n"
        "_, status, usage = os.wait4(child, 0); print(status, usage.ru_maxrss > 0)"
    ),
    "signals of children": (
        "import os, signal\nhits = []\n"
        "signal.signal(signal.SIGCHLD, lambda *_: hits.append(1))\n"
        "for _ in range(5):\n    child = os.fork()\n    if child == 0: os._exit(0)\n"
        "    os.waitpid(child, 0)\nprint(len(hits))"
    ),
    "a child whose end sends no signal": (
        "import ctypes, os\n"
        "child = ctypes.CDLL(None).syscall(56, 0, 0, 0, 0, 0)\n"  # clone(2)
        "if child == 0: os._exit(6)\n"
        "print(os.waitpid(child, 0x40000000)[1])"  # __WALL
    ),
    "an ignored SIGCHLD": (
        "import os, signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "if os.fork() == 0: os._exit(1)\n"
        "try: os.wait()\nexcept ChildProcessError as error: print(error)"
    ),
    "a mask that is inherited": (
        "import signal, subprocess, sys\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1, 40})\n"
        "subprocess.run(['grep', '^Sig[BI]', '/proc/self/status'])"
    ),
    "spawned in all ways": (
        "import os, subprocess\n"
        "print(os.waitpid(os.posix_spawn('/bin/sh', ['sh', '-c', 'exit 3'], {}), 0)[1])\n"
        "print(subprocess.call(['sh', '-c', 'exit 9'], close_fds=False))\n"
        "print(os.system('exit 5'), os.spawnv(os.P_WAIT, '/bin/true', ['true']))"
    ),
    "descriptors that are handed on": (
        "import os, subprocess, sys\nr, w = os.pipe(); os.dup2(w, 17)\n"
        "show = 'import os; print(sorted(os.listdir(\"/proc/self/fd\")))'\n"
        "subprocess.run([sys.executable, '-c', show], pass_fds=(17,))"
    ),
    "a file of memory that is executed": (
        "import os\nfd = os.memfd_create('program')\n"
        "os.write(fd, open('/bin/echo', 'rb').read())\n"
        "os.execve(fd, ['echo', 'from memory'], {})"
    ),
    "a daemon that outlives": (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork(): os._exit(0)\n"
        "    for fd in (0, 1, 2): os.close(fd)\n    time.sleep(60)\n"
    ),
    "who traces, asked in Python": (
        "print([line for line in open('/proc/self/status') if line.startswith('TracerPid')])"
    ),
    "threads that raise signals": (
        "import signal, threading\nhits = []\n"
        "signal.signal(signal.SIGUSR1, lambda *_: hits.append(1))\n"
        "def send():\n    for _ in range(20): signal.raise_signal(signal.SIGUSR1)\n"
        "threads = [threading.Thread(target=send) for _ in range(5)]\n"
        "for t in threads: t.start()\nfor t in threads: t.join()\nprint(len(hits) > 0)"
    ),
}
CRASHING = {
    "a pipe nobody reads": (
        "import os, signal; signal.signal(signal.SIGPIPE, signal.SIG_DFL)\n"
        "r, w = os.pipe(); os.close(r); os.write(w, b'x')"
    ),
    "ends itself": "import os, signal; os.kill(os.getpid(), signal.SIGTERM)",
    "a file too large": (
        "import resource, signal, tempfile\nsignal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "f = tempfile.TemporaryFile(); f.write(b'x' * 9999); f.flush()"
    ),
    "an alarm": "import signal; signal.alarm(1); signal.pause()",
    "aborts": "import os; print('x', flush=True); os.abort()",
    "reads address 0": "import ctypes; ctypes.string_at(0)",
    "kills itself": "import os; os.kill(os.getpid(), 9)",
    "ends by a signal of users": "import os; os.kill(os.getpid(), 10)",
}
IGNORED = "trap '' PIPE XFSZ; %s grep SigIgn /proc/self/status; true"
ATTACHED = (
    "import subprocess, sys, time\n"
    "child = subprocess.Popen(['sleep', '60'])\ntime.sleep(.3)\n"
    "done = subprocess.run(sys.argv[1:] + [str(child.pid)], capture_output=True, text=True)\n"
    "print(done.returncode, 'not ' + 'permitted' in done.stdout + done.stderr, child.poll())\n"
    "child.terminate(); print(child.wait())"
)
ATTACHED_TO_PARENT = (
    "import os, subprocess, sys\n"
    "done = subprocess.run(sys.argv[1:] + [str(os.getpid())], capture_output=True, text=True)\n"
    "print(done.returncode, 'not ' + 'permitted' in done.stdout + done.stderr)\nsys.exit(5)"
)
RAW = "import sys, tty; tty.setraw(0); tty.setcbreak(0); print('cbreak'); sys.exit({code})"


class Ended(NamedTuple):
    """What can be seen of a program from outside."""

    code: int
    """128 + N when signal N ended it."""
    out: str
    err: str
    left: tuple[str, ...]
    """Commands of processes that go on."""
    files: tuple[str, ...]
    """In its working folder."""
    modes: tuple[Any, ...] = ()
    """Of the terminal."""


def plain(text: str) -> str:
    """Without what differs between any two runs."""
    return re.sub(r"0x[0-9a-f]+|\b\d{3,}\b", "N", text)


def left_behind(mark: str) -> tuple[str, ...]:
    """Processes with the mark in their environment; they are ended."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if f"{MARK}={mark}".encode() not in file.read():
                    continue
            with open(f"/proc/{name}/cmdline", "rb") as file:
                found.append(file.read().decode(errors="replace"))
            os.kill(int(name), 9)
        except OSError:
            continue
    return tuple(sorted(found))


def ended(command: list[str], folder: Path, state: Path, *, watched: bool, **more: str) -> Ended:
    folder.mkdir()
    mark = uuid.uuid4().hex
    env = environment(str(state), **{MARK: mark}, **more)
    done = subprocess.run(
        [*ATFAULT, "run", "--", *command] if watched else command,
        env=env,
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
        timeout=TIMEOUT,
    )
    code = done.returncode if done.returncode >= 0 else 128 - done.returncode
    files = tuple(sorted(os.listdir(folder)))
    return Ended(code, plain(done.stdout), plain(done.stderr), left_behind(mark), files)


def compare(
    command: list[str], tmp_path: Path, *, said: str = "", report: bool = False, **more: str
) -> Ended:
    """Holds the two against each other; how the watched one ended is returned, which is as the bare
    one but for what the watch adds. said: in the lines that the watch adds; report: it adds one as
    well."""
    bare = ended(command, tmp_path / "bare", tmp_path / "state", watched=False, **more)
    watched = ended(command, tmp_path / "watched", tmp_path / "state", watched=True, **more)
    assert watched.err.startswith(bare.err), watched.err
    added = watched.err[len(bare.err) :]
    assert watched._replace(err="") == bare._replace(err="")
    if said:
        assert said in added
    if not report:
        assert all(line.startswith("atfault: ") for line in added.splitlines()), added
        assert bool(added) == bool(said), added
    else:
        assert "saved as report" in added
    return watched


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Compiled programs by name."""
    needs.found("gcc")
    folder = tmp_path_factory.mktemp("programs")
    built = {}
    ways = {name: (name, *OPTIONS.get(name, ())) for name in C} | SANITIZED
    for name, (source, *options) in ways.items():
        (folder / f"{source}.c").write_text(C[source])
        path = str(folder / name)
        command = ["gcc", "-w", *options, "-o", path, str(folder / f"{source}.c")]
        if subprocess.run(command, capture_output=True).returncode == 0:
            built[name] = path
    return built


def built(programs: dict[str, str], name: str) -> str:
    return programs.get(name) or pytest.skip(f"{name} cannot be compiled here")


def tool(name: str) -> str:
    return needs.found(name)


@pytest.mark.representative(
    "run as without us",
    only=("exit status", "an orphan that is adopted", "who traces, asked in Python"),
)
@pytest.mark.parametrize("name", PY)
def test_a_script(name: str, tmp_path: Path) -> None:
    said = "looks whether it is traced" if "who traces" in name else ""
    watched = compare([PYTHON, "-c", PY[name]], tmp_path, said=said)
    assert bool(watched.left) == ("daemon" in name)


@pytest.mark.representative("run as without us", only=("reads address 0",))
@pytest.mark.parametrize("name", CRASHING)
def test_a_script_that_dies(name: str, tmp_path: Path) -> None:
    compare([PYTHON, "-c", CRASHING[name]], tmp_path, report=True)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("timeout .3 sleep 60", 124),
        ("sh -c 'sleep .1 & wait $!; exit 9'", 9),
        ("bash -c 'set -m; sleep .1 & fg >/dev/null; jobs; exit 3'", 3),
        ("nohup sh -c 'echo x; exit 4'", 4),
        ("nice -n 5 nice", 0),
        ("setarch -R sh -c 'cat /proc/$$/personality; head -n 1 /proc/$$/maps | cut -c 1-4'", 0),
        ("sh -c 'exec -a other sh -c \"exit 11\" || exit 12'", None),
        ("bash -c 'ulimit -n 32; ulimit -c 0; ulimit -a | sort'", 0),
        ("setpriv --reuid 65534 --clear-groups sh -c 'id -u; kill -0 $PPID'", None),
        ("unshare --user --map-root-user id -u", None),
        ("sh -c 'grep TracerPid /proc/self/status'", 0),
    ],
)
def test_a_command(command: str, code: int | None, tmp_path: Path) -> None:
    words = shlex.split(command)
    tool(words[0])
    said = "looks whether it is traced" if "TracerPid" in command else ""
    watched = compare(words, tmp_path, said=said)
    assert code is None or watched.code == code


@pytest.mark.parametrize(
    "name",
    [
        "breakpoint",
        "single-step",
        "untraced-clone",
        "child-without-exit-signal",
        "strict-seccomp",
        "first-thread-leaves",
        "thread-executes",
    ],
)
def test_a_program(programs: dict[str, str], name: str, tmp_path: Path) -> None:
    compare([built(programs, name)], tmp_path)


def test_what_a_shell_ignores_its_programs_ignore(tmp_path: Path) -> None:
    """Python ignores SIGPIPE itself, and has the rest forget what was before."""
    told = [
        subprocess.run(
            ["sh", "-c", IGNORED % prefix],
            env=environment(str(tmp_path)),
            capture_output=True,
            text=True,
        ).stdout
        for prefix in ("", shlex.join([*ATFAULT, "run"]))
    ]
    assert told[0] == told[1]
    ignored = int(told[0].split()[1], 16)  # whoever started the tests may ignore more
    assert all(ignored >> number - 1 & 1 for number in (signal.SIGPIPE, signal.SIGXFSZ))


def test_the_first_process_of_a_pid_namespace(programs: dict[str, str], tmp_path: Path) -> None:
    """The kernel spares it most signals, and its faults while it is traced."""
    watched = compare([built(programs, "first-of-a-namespace")], tmp_path, report=True)
    assert watched.out == "3\nN\nN\n"
    assert "illegal-instruction" not in watched.err
    assert "null-dereference (certain)" in watched.err


@pytest.mark.representative("run as without us", only=("asks-for-tracer", "attaches-to-child"))
@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("asks-for-tracer", "0\n"),
        ("traces-child", "1 stops, 6\n"),
        ("attaches-to-child", "0 0 1\n"),
        ("tracer-pid", "TracerPid:\t0\n"),
    ],
)
@pytest.mark.parametrize("is_child", [False, True])
def test_a_program_that_traces_or_looks(
    programs: dict[str, str], name: str, printed: str, is_child: bool, tmp_path: Path
) -> None:
    command = [built(programs, name)]
    if is_child:
        command = [PYTHON, "-c", "import subprocess, sys; subprocess.run(sys.argv[1:])", *command]
    said = "looks whether it is traced" if name == "tracer-pid" else "traces processes itself"
    watched = compare(command, tmp_path, said=said)
    assert watched.out == printed


@pytest.mark.parametrize("name", SANITIZED)
@pytest.mark.parametrize("is_child", [False, True])
def test_a_sanitized_program(
    programs: dict[str, str], name: str, is_child: bool, tmp_path: Path
) -> None:
    command = [built(programs, name)]
    if is_child:
        command = ["sh", "-c", '"$0"; exit $?', *command]
    watched = compare(command, tmp_path, said="a sanitizer's leak check")
    assert ("detected memory leaks" in watched.err) == ("leaks" in name)
    assert ("heap-buffer-overflow" in watched.err) == ("overflows" in name)


def test_without_its_leak_check_it_is_watched(programs: dict[str, str], tmp_path: Path) -> None:
    command = [built(programs, "asan-leaks")]
    watched = compare(command, tmp_path, ASAN_OPTIONS="detect_leaks=0")
    assert watched.code == 0


def runtime(name: str) -> str:
    done = subprocess.run([tool("gcc"), f"-print-file-name={name}"], capture_output=True, text=True)
    path = done.stdout.strip()
    return path if os.path.isabs(path) else pytest.skip(f"no {name}")


def test_python_with_the_runtime_loaded_before_it(tmp_path: Path) -> None:
    """As the tests of an extension are run that was built with ASan."""
    (tmp_path / "extension.c").write_text(C["overflows"])
    library = str(tmp_path / "extension.so")
    options = ("-shared", "-fPIC", "-fsanitize=address", "-o", library)
    command = [tool("gcc"), *options, str(tmp_path / "extension.c")]
    if subprocess.run(command, capture_output=True).returncode:
        pytest.skip("no address sanitizer")
    preload = ["env", f"LD_PRELOAD={runtime('libasan.so')}", os.path.realpath(PYTHON), "-IS"]
    call = f"import ctypes; ctypes.CDLL({library!r}).overflow"
    said = "a sanitizer's leak check"
    overflow = compare([*preload, "-c", f"{call}(10)"], tmp_path, said=said)
    assert overflow.code == 1 and "heap-buffer-overflow" in overflow.err
    (tmp_path / "leak").mkdir()
    leak = compare(
        [*preload, "-c", f"{call}(1); {call}(2)"],
        tmp_path / "leak",
        said=said,
        ASAN_OPTIONS="exitcode=77",
        LSAN_OPTIONS="report_objects=0:max_leaks=1:print_suppressions=0",
    )
    assert "fatal error" not in leak.err


@pytest.mark.parametrize(
    "command",
    [
        ("strace", "-o", "trace", "sh", "-c", "exit 3"),
        ("strace", "-f", "-o", "/dev/null", "-e", "none", "sh", "-c", "sh -c 'exit 4'"),
        ("strace", "-D", "-o", "/dev/null", "sh", "-c", "exit 5"),
        ("gdb", "-nx", "-batch", "-ex", "run", "-ex", "print $_exitcode", "--args", "true"),
        ("ltrace", "-o", "/dev/null", "true"),
        ("py-spy", "record", "-d", "1", "-o", "profile.svg", "--", PYTHON, "-c", "pass"),
    ],
)
@pytest.mark.parametrize("is_child", [False, True])
def test_a_debugger(command: tuple[str, ...], is_child: bool, tmp_path: Path) -> None:
    tool(command[0])
    words = ["sh", "-c", '"$0" "$@"; exit $?', *command] if is_child else list(command)
    compare(words, tmp_path, said=f"{command[0]}")


@pytest.mark.parametrize("script", [ATTACHED, ATTACHED_TO_PARENT])
@pytest.mark.parametrize(
    "debugger",
    [
        ("gdb", "-nx", "-batch", "-ex", "info proc", "-p"),
        ("timeout", "-s", "INT", ".5", "strace", "-o", "/dev/null", "-p"),
        ("py-spy", "dump", "-p"),
        (PYTHON, "-m", "pystack", "remote"),
    ],
)
def test_a_debugger_that_attaches(script: str, debugger: tuple[str, ...], tmp_path: Path) -> None:
    name = next(word for word in ("gdb", "strace", "py-spy", "pystack") if word in debugger)
    if name == "pystack":
        pytest.importorskip("pystack")
    else:
        tool(name)
    watched = compare(
        [PYTHON, "-c", script, *debugger], tmp_path, said=f"{name} attaches to process"
    )
    assert " False" in watched.out


@pytest.mark.representative("run as without us")
def test_others_of_the_program_are_watched_on(programs: dict[str, str], tmp_path: Path) -> None:
    """What is let go is the debugger, and the one that it wants, and nothing else."""
    script = (
        "import subprocess, sys, ctypes\n"
        f"subprocess.run([{built(programs, 'traces-child')!r}])\n"
        "ctypes.string_at(0)"
    )
    compare([PYTHON, "-c", script], tmp_path, said="null-dereference", report=True)


def test_of_a_program_that_was_let_go_its_death_is_told(tmp_path: Path) -> None:
    script = "import os; print('TracerPid', flush=True); os.abort()"
    compare([PYTHON, "-c", script], tmp_path, said="looks whether it is traced", report=True)


@pytest.mark.parametrize("code", [0, 3])
def test_a_terminal_is_left_as_without_us(code: int, tmp_path: Path) -> None:
    command = [PYTHON, "-c", RAW.format(code=code)]
    bare, watched = [
        on_a_terminal([*prefix, *command], tmp_path) for prefix in ((), (*ATFAULT, "run", "--"))
    ]
    assert watched == bare
    assert bare[0] == code


def on_a_terminal(command: list[str], tmp_path: Path) -> tuple[int, str, list[Any]]:
    """(exit code, what was printed, the modes that are left)."""
    master, slave = pty.openpty()
    try:
        code = subprocess.run(
            command,
            env=environment(str(tmp_path)),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            timeout=TIMEOUT,
        ).returncode
        modes = termios.tcgetattr(slave)
        printed = b""
        while select.select([master], [], [], 0.1)[0]:
            printed += os.read(master, 4096)
    finally:
        os.close(slave)
        os.close(master)
    return code, printed.decode(errors="replace"), modes
