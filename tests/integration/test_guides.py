"""What the guides show was done, and comes out as they say."""

from __future__ import annotations

import contextlib
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

from support import needs, pages
from support.core_files import allow_core, require_core_files

BIN = os.path.dirname(sys.executable)
TIMEOUT_S = 200
SETTLE_S = 2
CAUSES = os.path.join(pages.ROOT, "docs", "examples")

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path):
    """A project of somebody's."""
    made = tmp_path / "project"
    made.mkdir()
    return str(made)


def environment(folder, width=88):
    """As the guides were written: reports are as wide as the site's pages have room for, and
    by hand: where CI is set, pytest does not shorten its summary."""
    return {
        **{key: value for key, value in os.environ.items() if key not in ("CI", "BUILD_NUMBER")},
        "PATH": os.pathsep.join([BIN, os.environ["PATH"]]),
        "PYTHONPATH": os.path.join(pages.ROOT, "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "XDG_STATE_HOME": os.path.dirname(folder),
        "COLUMNS": str(width),
    }


def printed(folder, *command, before=(), width=88, **kwargs):
    """Exit status, and all that the command prints. "atfault" is the one of this checkout."""
    words = [sys.executable, "-m", "atfault", *command[1:]] if command[0] == "atfault" else command
    done = subprocess.run(
        [*before, *words],
        cwd=folder,
        env=environment(folder, width),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=TIMEOUT_S,
        check=False,
        **kwargs,
    )
    return done.returncode, done.stdout


@contextlib.contextmanager
def running(folder, *command, settle=SETTLE_S):
    """The command in the background, when it has come to where it stays; it ends with its
    children."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        time.sleep(settle)
        yield process.pid
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(child) for child in file.read().split()]


def test_the_first_steps_lead_to_the_first_reports(folder):
    page = "first-steps.md"
    pages.save_programs(page, folder)
    code, out = printed(folder, "atfault", "run", "last_line.py")
    assert code == 128 + signal.SIGSEGV
    assert pages.not_printed(pages.shown(page, "$ atfault run last_line.py"), out) == []
    (cure,) = (text for kind, text in pages.blocks(page) if kind == "python")
    with open(os.path.join(folder, "last_line.py"), "r+") as file:
        cured = file.read().replace("    while", f"{cure}    while")
        file.seek(0)
        file.write(cured)
    code, out = printed(folder, "atfault", "run", "last_line.py")
    assert (code, out) == (0, pages.shown(page, "$ atfault run last_line.py", time=1))
    with running(folder, sys.executable, "bank.py") as pid:
        _, out = printed(folder, "atfault", "attach", str(pid))
    assert pages.not_printed(pages.shown(page, "$ atfault attach 4711"), out) == []
    _, out = printed(folder, "atfault", "list")
    quoted = pages.shown(page, "$ atfault list").partition("$ ")[0]
    assert pages.not_printed(quoted, out) == []


@pytest.mark.representative("guides")
def test_the_programs_of_the_first_steps_are_those_of_the_causes():
    for name, cause in (("last_line.py", "null-dereference"), ("bank.py", "deadlock")):
        with open(os.path.join(CAUSES, cause, "bad.py"), encoding="utf-8") as file:
            assert pages.programs("first-steps.md")[name] == file.read()


@pytest.mark.parametrize("options", [(), ("-n", "2")])
def test_a_crash_in_a_test_is_explained(folder, options):
    page = "guides/segfault-in-ci.md"
    pages.save_programs(page, folder)
    more = ("-p", "no:cacheprovider", *options)
    code, out = printed(folder, "atfault", "run", "--", "python", "-m", "pytest", *more)
    assert code == (1 if options else 128 + signal.SIGSEGV)
    quoted = pages.shown(page, " ".join(("$ atfault run -- python -m pytest", *options)))
    assert pages.not_printed(quoted, out) == []
    assert "test_no_text_fits" in out


def test_pytest_fails_the_tests_that_crash_and_hang(folder):
    page = "pytest.md"
    pages.save_programs(page, folder)
    typed = "python -m pytest --atfault --atfault-hang 5"
    code, out = printed(folder, *typed.split(), "-p", "no:cacheprovider")
    assert code == 1
    assert pages.not_printed(pages.shown(page, f"$ {typed}"), out) == []


def save_notebook(page, name, folder):
    """Write a notebook that a page shows, with "# %%" between its cells."""
    nbformat = pytest.importorskip("nbformat")
    book = nbformat.v4.new_notebook()
    for cell in pages.programs(page)[name].split("\n# %%\n"):
        book.cells.append(nbformat.v4.new_code_cell(cell.strip("\n")))
    nbformat.write(book, os.path.join(folder, name))


def test_a_kernel_that_dies_is_explained(folder):
    pytest.importorskip("nbconvert")
    pytest.importorskip("ipykernel")
    pytest.importorskip("numba")
    page = "guides/kernel-died.md"
    save_notebook(page, "heat.ipynb", folder)
    typed = "atfault run -- jupyter nbconvert --to notebook --execute heat.ipynb"
    code, out = printed(folder, *typed.split())
    assert code == 1
    assert pages.not_printed(pages.shown(page, f"$ {typed}"), out) == []


def test_a_kernel_of_atfaults_says_what_it_died_of(folder, monkeypatch):
    pytest.importorskip("nbconvert")
    pytest.importorskip("ipykernel")
    page = "jupyter.md"
    monkeypatch.setenv("JUPYTER_DATA_DIR", os.path.join(folder, "data"))
    save_notebook(page, "labels.ipynb", folder)
    code, out = printed(folder, "atfault", "jupyter", "install")
    assert code == 0 and "Python 3 (atfault)" in out
    typed = (
        "jupyter nbconvert --to notebook --execute --ExecutePreprocessor.kernel_name=atfault "
        "labels.ipynb"
    )
    code, out = printed(folder, *typed.split())
    assert code == 1
    assert pages.not_printed(pages.shown(page, f"$ {typed}"), out) == []


def test_a_loader_that_hangs_is_explained(folder):
    pytest.importorskip("torch")
    page = "guides/dataloader-hangs.md"
    pages.save_programs(page, folder)
    typed = "atfault run --hang-after 10 --hang-kill train.py"
    _, out = printed(folder, *typed.split())
    assert pages.not_printed(pages.shown(page, f"$ {typed}"), out) == []


def test_a_worker_of_gunicorn_that_waits_for_itself_is_explained(folder):
    pytest.importorskip("gunicorn")
    pytest.importorskip("flask")
    page = "guides/gunicorn-timeout.md"
    pages.save_programs(page, folder)
    port = free_port()
    server = ("-m", "gunicorn", "-b", f"127.0.0.1:{port}", "--timeout", "60", "shop:app")
    with running(folder, sys.executable, *server, settle=4) as master:
        ask = f"import urllib.request; urllib.request.urlopen('http://127.0.0.1:{port}/page/tea')"
        with running(folder, sys.executable, "-c", ask):
            (worker,) = children(master)
            _, out = printed(folder, "atfault", "attach", str(worker))
    assert pages.not_printed(pages.shown(page, "$ atfault attach 4711"), out) == []


class Service:
    """A command of docs/services.md, with ATFAULT=1 or as said, in a project of somebody's."""

    def __init__(self, folder, *command, switch="1"):
        self.log = os.path.join(folder, "service.log")
        site = os.path.join(folder, "site")  # where an installation has atfault.pth
        os.mkdir(site)
        with open(os.path.join(site, "sitecustomize.py"), "w", encoding="utf-8") as file:
            file.write("import atfault_probe.switch\n")
        variables = {**environment(folder), "ATFAULT": switch}
        variables["PYTHONPATH"] = os.pathsep.join([variables["PYTHONPATH"], site, folder])
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                command,
                cwd=folder,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def __enter__(self):
        return self

    def __exit__(self, *_of):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def until(self, words, log=""):
        """Its log, when that has these words."""
        deadline = time.monotonic() + TIMEOUT_S
        while words not in (text := self._text(log or self.log)):
            assert time.monotonic() < deadline, text
            time.sleep(0.2)
        return text

    @staticmethod
    def _text(path):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""


def answered(url):
    """What a server says; None where it ends before it has."""
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT_S) as reply:
            return reply.read()
    except (OSError, http.client.HTTPException):
        return None


@pytest.mark.timeout(2 * TIMEOUT_S)
def test_a_crash_below_gunicorn_is_told_and_gunicorn_goes_on(folder):
    pytest.importorskip("gunicorn")
    pytest.importorskip("flask")
    page, typed = "services.md", "$ ATFAULT=1 gunicorn shop:app"
    pages.save_programs(page, folder)
    port = free_port()
    command = (sys.executable, "-m", "gunicorn", "-b", f"127.0.0.1:{port}", "shop:app")
    with Service(folder, *command) as service:
        service.until("Booting worker")
        assert answered(f"http://127.0.0.1:{port}/price/tea") == b"3"
        assert answered(f"http://127.0.0.1:{port}/price/coffee") is None
        out = service.until("saved as report")
        assert answered(f"http://127.0.0.1:{port}/price/tea") == b"3"
        service.process.terminate()
        assert service.process.wait(TIMEOUT_S) == 0
    assert pages.not_printed(pages.shown(page, typed), out) == []


@pytest.mark.timeout(2 * TIMEOUT_S)
def test_a_crash_of_uvicorn_is_told(folder):
    pytest.importorskip("uvicorn")
    page, typed = "services.md", "$ ATFAULT=1 uvicorn prices:app"
    pages.save_programs(page, folder)
    port = free_port()
    command = (sys.executable, "-m", "uvicorn", "--port", str(port), "prices:app")
    with Service(folder, *command) as service:
        service.until("running on")
        assert answered(f"http://127.0.0.1:{port}/price/tea") == b"3"
        assert answered(f"http://127.0.0.1:{port}/price/coffee") is None
        assert service.process.wait(TIMEOUT_S) == 128 + signal.SIGSEGV
        out = service.until("saved as report")
    assert pages.not_printed(pages.shown(page, typed), out) == []


@pytest.mark.timeout(2 * TIMEOUT_S)
def test_a_crash_of_a_task_of_celery_is_told(folder):
    pytest.importorskip("celery")
    page, typed = "services.md", "$ ATFAULT=1 celery -A jobs worker"
    pages.save_programs(page, folder)
    os.mkdir(os.path.join(folder, "queue"))
    with Service(folder, sys.executable, "-m", "celery", "-A", "jobs", "worker", "-c", "1") as one:
        code, out = printed(folder, sys.executable, "-c", "import jobs; jobs.length.delay(None)")
        assert code == 0, out
        out = one.until("saved as report")
        one.process.terminate()
        one.process.wait(TIMEOUT_S)
    assert pages.not_printed(pages.shown(page, typed), out) == []


@needs.program("systemd-analyze")
def test_the_unit_and_its_override_are_what_systemd_takes(folder):
    pages.save_programs("services.md", folder)
    unit = os.path.join(folder, "total.service")
    os.mkdir(f"{unit}.d")
    os.rename(os.path.join(folder, "override.conf"), os.path.join(f"{unit}.d", "override.conf"))
    with open(unit, encoding="utf-8") as file:
        text = file.read()
    with open(unit, "w", encoding="utf-8") as file:
        file.write(text.replace("/srv/shop/venv/bin/python", sys.executable))
    assert printed(folder, "systemd-analyze", "verify", unit) == (0, "")


@pytest.mark.timeout(2 * TIMEOUT_S)
def test_supervisord_starts_the_program_again_and_each_crash_is_told(folder):
    if shutil.which("supervisord") is None:
        pytest.skip("supervisord is not installed")
    page = "services.md"
    pages.save_programs(page, folder)
    with Service(folder, "supervisord", "-c", "supervisord.conf", switch="") as service:
        log = os.path.join(folder, "total.log")
        out = service.until("saved as report 2", log)
        service.process.terminate()
        service.process.wait(TIMEOUT_S)
    told = service.until("exit status 139")
    assert told.count("spawned: 'total'") >= 2
    assert pages.not_printed(pages.shown(page, "$ cat total.log"), out) == []


UNIT = """
[Service]
WorkingDirectory={folder}
ExecStart={python} total.py
Restart=always
StandardOutput=append:{log}
StandardError=append:{log}
"""
INSIDE = """
mount -t tmpfs none /run && mkdir -p /run/systemd/system && {systemd} --user &
until test -S "$XDG_RUNTIME_DIR/systemd/private"; do sleep 0.2; done
until systemctl --user start total.service; do sleep 0.5; done
until grep -q "saved as report 2" "$1"; do sleep 0.5; done
systemctl --user show total.service -p NRestarts
systemctl --user stop total.service
"""
"""In a namespace for the numbers of processes: systemd's manager of a user, and its own tools."""
SYSTEMD = "/lib/systemd/systemd"


@pytest.mark.timeout(2 * TIMEOUT_S)
def test_a_unit_of_systemd_is_started_again_and_each_crash_is_told(folder):
    enter = ("unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--mount")
    if os.geteuid() != 0 or not os.access(SYSTEMD, os.X_OK):
        pytest.skip("root and systemd are wanted")
    if subprocess.run([*enter, "true"], check=False, capture_output=True).returncode:
        pytest.skip("no namespace can be made here")
    page, log = "services.md", os.path.join(folder, "total.log")
    pages.save_programs(page, folder)
    units = os.path.join(folder, "config", "systemd", "user")
    os.makedirs(os.path.join(units, "total.service.d"))
    with open(os.path.join(units, "total.service"), "w", encoding="utf-8") as file:
        file.write(UNIT.format(folder=folder, python=sys.executable, log=log))
    shutil.move(
        os.path.join(folder, "override.conf"),
        os.path.join(units, "total.service.d", "atfault.conf"),
    )
    site = os.path.join(folder, "site")  # where an installation has atfault.pth
    os.mkdir(site)
    with open(os.path.join(site, "sitecustomize.py"), "w", encoding="utf-8") as file:
        file.write("import atfault_probe.switch\n")
    runtime = os.path.join(folder, "run")
    os.mkdir(runtime, 0o700)
    source = os.path.join(pages.ROOT, "src")
    variables = {"XDG_CONFIG_HOME": os.path.join(folder, "config"), "XDG_RUNTIME_DIR": runtime}
    variables.update(HOME=folder, PYTHONPATH=os.pathsep.join([source, site]))
    done = subprocess.run(
        [*enter, "sh", "-c", INSIDE.format(systemd=SYSTEMD), "sh", log],
        env={**environment(folder), **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.partition("NRestarts=")[2].split()[0]) >= 1
    with open(log, encoding="utf-8") as file:
        assert pages.not_printed(pages.shown(page, "$ cat total.log"), file.read()) == []


def free_port():
    """A TCP port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Container:
    """What a container is made of: a file system with /app and a volume at /cores, and processes
    with numbers of their own."""

    def __init__(self, folder):
        self.folder = folder
        self.python = sys.base_prefix
        for name in ("app", "cores", "rootfs"):
            os.makedirs(os.path.join(folder, name))
        shared = [*("--ro-bind", "/usr", "/usr"), *("--ro-bind", self.python, self.python)]
        links = [*("--symlink", "usr/lib", "/lib"), *("--symlink", "usr/lib64", "/lib64")]
        self.command = [
            *("bwrap", "--unshare-pid", "--die-with-parent", "--proc", "/proc", "--dev", "/dev"),
            *shared,
            *links,
            *("--ro-bind", os.path.join(folder, "app"), "/app"),
            *("--bind", os.path.join(folder, "cores"), "/cores", "--chdir", "/cores"),
            os.path.join(self.python, "bin", "python3"),
        ]

    def add(self, cause, name):
        """A program of docs/examples, in the container and in its image."""
        for place in ("app", os.path.join("rootfs", "app")):
            os.makedirs(os.path.join(self.folder, place), exist_ok=True)
            program = os.path.join(CAUSES, cause, "bad.py")
            shutil.copy(program, os.path.join(self.folder, place, name))


@pytest.fixture
def container(folder):
    if os.geteuid() != 0 or shutil.which("bwrap") is None:
        pytest.skip("a container needs root and bwrap (of the package bubblewrap)")
    made = Container(folder)
    if subprocess.run([*made.command, "-c", ""], check=False, capture_output=True).returncode:
        pytest.skip("no container can be made here")
    return made


def inmost(pid):
    """The process that a chain of single children ends with."""
    while children(pid):
        (pid,) = children(pid)
    return pid


def test_a_process_of_a_container_is_explained_from_outside_and_beside_it(folder, container):
    container.add("deadlock", "bank.py")
    quoted = pages.shown("guides/containers.md", "# atfault attach 4711")
    with running(folder, *container.command, "/app/bank.py") as outer:
        pid = inmost(outer)
        _, from_outside = printed(folder, "atfault", "attach", str(pid))
        beside = f"mount -t proc proc /proc && {sys.executable} -m atfault attach 2"
        enter = ("nsenter", "-t", str(pid), "-p", "unshare", "-m", "sh", "-c", beside)
        _, from_beside = printed(folder, *enter)
    assert pages.not_printed(quoted, from_outside) == []
    assert pages.not_printed(quoted, from_beside) == []


def test_a_core_on_a_volume_of_a_container_is_explained(folder, container):
    require_core_files()
    container.add("null-dereference", "last_line.py")
    printed(folder, *container.command, "/app/last_line.py", preexec_fn=allow_core)
    (name,) = os.listdir(os.path.join(folder, "cores"))
    core = os.path.join(folder, "cores", name)
    page = "guides/containers.md"
    _, out = printed(folder, "atfault", "core", core)
    assert pages.not_printed(pages.shown(page, "$ atfault core /cores/core"), out) == []
    _, out = printed(
        folder, "atfault", "core", core, "--sysroot", "rootfs", before=image(container)
    )
    quoted = pages.shown(page, "$ atfault core /cores/core --sysroot rootfs")
    assert pages.not_printed(quoted, out) == []
    kept = os.path.join(folder, "core.python3.0.c0ffee.4711.1700000000000000.zst")
    if shutil.which("zstd") is None:
        pytest.skip("zstd is not installed")
    subprocess.run(["zstd", "-q", core, "-o", kept], check=True)
    _, out = printed(
        folder, "atfault", "core", kept, "--sysroot", "rootfs", before=image(container)
    )
    assert pages.not_printed(quoted, out) == []


def image(container):
    """Words before a command that fill rootfs with what the image has, for that command alone."""
    script = "cd rootfs && ln -sfn usr/lib lib && ln -sfn usr/lib64 lib64 && cd .."
    for source in ("/usr", container.python):
        script += f' && mkdir -p "rootfs{source}" && mount --bind "{source}" "rootfs{source}"'
    return ("unshare", "-m", "sh", "-c", f'{script} && exec "$@"', "sh")


def test_the_commands_of_the_others_do_what_the_tables_say(folder):
    for tool in ("py-spy", "pystack"):
        if shutil.which(tool, path=environment(folder)["PATH"]) is None:
            pytest.skip(f"{tool} is not installed")
    require_core_files()
    shutil.copy(os.path.join(CAUSES, "deadlock", "bad.py"), os.path.join(folder, "bank.py"))
    with running(folder, sys.executable, "bank.py") as pid:
        for command in (
            f"py-spy dump --pid {pid}",
            f"py-spy dump --native --pid {pid}",
            f"py-spy dump --locals --pid {pid}",
            f"py-spy dump --subprocesses --pid {pid}",
            f"py-spy dump --json --pid {pid}",
            f"pystack remote {pid}",
            f"pystack remote --native-all {pid}",
            f"pystack remote --locals {pid}",
        ):
            code, out = printed(folder, *command.split())
            assert (code, "transfer" in out) == (0, True), out
    shutil.copy(os.path.join(CAUSES, "null-dereference", "bad.py"), f"{folder}/last_line.py")
    code, out = printed(folder, sys.executable, "last_line.py", preexec_fn=allow_core)
    (core,) = (name for name in os.listdir(folder) if name.startswith("core"))
    for command in (f"py-spy dump --locals --core {core}", f"pystack core {core}"):
        code, out = printed(folder, *command.split())
        assert (code, "last_line" in out) == (0, True), out
    code, out = printed(folder, "py-spy", "dump", "--native", "--core", core)
    assert code != 0 and "isn't yet supported with coredumps" in out


def test_what_the_page_of_crashes_shows_is_what_is_said(folder):
    pytest.importorskip("torch")
    pages.save_programs("crashes.md", folder)
    _, out = printed(folder, "atfault", "run", "embed.py")
    assert pages.not_printed(pages.shown("crashes.md", "$ atfault run embed.py"), out) == []


def test_the_demo_is_quoted_as_it_is(folder):
    os.mkdir(os.path.join(folder, "examples"))
    shutil.copy(os.path.join(pages.ROOT, "examples", "demo.py"), os.path.join(folder, "examples"))
    _, out = printed(folder, "atfault", "run", "python", "examples/demo.py", width=100)
    for page in ("../README.md", "crashes.md", "reading-a-report.md"):
        quoted = [text for _, text in pages.blocks(page) if "heights" in text]
        if sys.version_info[:2] != (3, 11):  # as the stacks are
            quoted = [text for text in quoted if "Thread" not in text]
        assert quoted and [pages.not_printed(text, out) for text in quoted] == [[]] * len(quoted)


def test_the_hang_of_the_readme_is_quoted_as_it_is(folder):
    shutil.copy(os.path.join(CAUSES, "deadlock", "bad.py"), os.path.join(folder, "bank.py"))
    with running(folder, sys.executable, "bank.py") as pid:
        _, out = printed(folder, "atfault", "attach", str(pid))
    assert pages.not_printed(pages.shown("../README.md", "$ atfault attach 4711"), out) == []
