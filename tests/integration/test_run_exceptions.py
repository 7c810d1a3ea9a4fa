"""Programs that end by an uncaught Python exception under `atfault run`.

Whatever runs the code, exit status and output stay the program's own; a report is made where there
is more to say than the traceback does, and only there.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import subprocess
import sys
import textwrap

import pytest

from support import needs
from support.interpreters import every_interpreter
from support.run_command import Ran, environment, run

PYTHON = sys.executable
MARK = "# fails"

FAILING = """\
import numpy as np

def pick(table, row):
    return table[row, 1]  # fails

def main():
    grid = np.zeros((4, 5))
    return pick(grid, 7)
"""


def script(folder, text: str, name: str = "job.py") -> str:
    path = f"{folder}/{name}"
    with open(path, "w") as file:
        file.write(textwrap.dedent(text))
    return path


def work(folder) -> None:
    """A module `work` beside the script."""
    script(folder, FAILING, "work.py")


def bare(*command: str, folder, **variables: str) -> subprocess.CompletedProcess[str]:
    env = environment(str(folder), **variables)
    return subprocess.run(
        command, env=env, cwd=folder, capture_output=True, text=True, errors="replace", timeout=60
    )


def check(ran: Ran, folder, *, source: str = FAILING, name: str = "work.py") -> dict:
    """The one report, on the array of FAILING."""
    (report,) = ran.reports
    assert report["kind"] == "exception" and report["signal"] is None
    finding = report["diagnosis"][0]
    assert (finding["cause"], finding["confidence"]) == ("index-out-of-range", "certain")
    assert "table has 4 rows; row 7 was used" in finding["summary"]
    line = next(n for n, text in enumerate(source.splitlines(), 1) if text.endswith(MARK))
    blame = finding["blame"][0]
    assert (os.path.basename(blame["file"]), blame["line"]) == (name, line)
    return report


def stable(text: str) -> str:
    """Without what differs between two runs of the same program: pids, times, addresses."""
    return "".join("#" if char.isdigit() else char for char in text)


def same_but_for_the_report(ran: Ran, alone: subprocess.CompletedProcess[str]) -> None:
    assert (ran.code, stable(ran.out)) == (alone.returncode, stable(alone.stdout))
    assert stable(ran.err).startswith(stable(alone.stderr))


WAYS = {
    "script": "import work; work.main()",
    "own hook": """
        import sys, work
        def hook(kind, value, traceback):
            print("hook:", kind.__name__, value, file=sys.stderr)
        sys.excepthook = hook
        work.main()
    """,
    "hook that calls the kept one": """
        import sys, work
        def hook(kind, value, traceback):
            print("hook:", kind.__name__, file=sys.stderr)
            sys.__excepthook__(kind, value, traceback)
        sys.excepthook = hook
        work.main()
    """,
    "hook that leaves at once": """
        import os, sys, work
        def hook(kind, value, traceback):
            sys.__excepthook__(kind, value, traceback)
            sys.stderr.flush()
            os._exit(7)
        sys.excepthook = hook
        work.main()
    """,
    "asyncio": """
        import asyncio, work
        async def main():
            await asyncio.gather(asyncio.sleep(0), asyncio.to_thread(work.main))
        asyncio.run(main())
    """,
    "executor": """
        import work
        from concurrent.futures import ThreadPoolExecutor
        with ThreadPoolExecutor(2) as pool:
            pool.submit(work.main).result()
    """,
    "multiprocessing fork": """
        import multiprocessing, sys, work
        if __name__ == "__main__":
            multiprocessing.set_start_method("fork")
            child = multiprocessing.Process(target=work.main)
            child.start(); child.join(); sys.exit(child.exitcode)
    """,
    "multiprocessing spawn": """
        import multiprocessing, sys, work
        if __name__ == "__main__":
            multiprocessing.set_start_method("spawn")
            child = multiprocessing.Process(target=work.main)
            child.start(); child.join(); sys.exit(child.exitcode)
    """,
    "multiprocessing forkserver": """
        import multiprocessing, work
        if __name__ == "__main__":
            multiprocessing.set_start_method("forkserver")
            child = multiprocessing.Process(target=work.main)
            child.start(); child.join()
    """,
    "raw fork": """
        import os, sys, work
        pid = os.fork()
        if pid == 0:
            work.main()
        sys.exit(os.waitpid(pid, 0)[1] >> 8)
    """,
    "subprocess": """
        import subprocess, sys
        done = subprocess.run([sys.executable, "-c", "import work; work.main()"])
        sys.exit(done.returncode)
    """,
    "thread, and the program fails too": """
        import sys, threading, work
        thread = threading.Thread(target=work.main)
        thread.start(); thread.join()
        sys.exit(3)
    """,
    "chained": """
        import work
        try:
            work.main()
        except IndexError as error:
            raise RuntimeError("no result") from error
    """,
}


@needs.module("numpy")
@pytest.mark.parametrize("way", WAYS)
def test_however_it_runs_the_array_is_named_and_nothing_else_changes(tmp_path, way) -> None:
    work(tmp_path)
    path = script(tmp_path, WAYS[way])
    alone = bare(PYTHON, path, folder=tmp_path)
    ran = run(PYTHON, path, state=str(tmp_path), cwd=tmp_path)
    same_but_for_the_report(ran, alone)
    report = check(ran, tmp_path)
    assert report["process"]["exit_code"] not in (0, None)


@pytest.mark.representative("exception")
@needs.module("numpy")
def test_a_report_tells_type_thread_and_values(tmp_path) -> None:
    work(tmp_path)
    path = script(tmp_path, WAYS["script"])
    ran = run(PYTHON, path, state=str(tmp_path), cwd=tmp_path)
    report = check(ran, tmp_path)
    assert "Uncaught IndexError in thread" in ran.err
    frames = report["threads"][0]["frames"]
    assert [frame["function"] for frame in frames] == ["pick", "main", "<module>"]
    values = {one["name"]: one["value"] for one in frames[0]["locals"]}
    assert values == {"table": "float64[4, 5]", "row": "7"}
    assert frames[0]["code"] == f"return table[row, 1]  {MARK}"
    blamed = report["diagnosis"][0]["blame"][0]
    assert (blamed["column"], blamed["tid"]) == (12, report["threads"][0]["tid"])
    assert report["environment"]["os"]


@needs.module("numpy")
@pytest.mark.parametrize("options", [(), ("--again",)])
def test_the_report_goes_into_the_file_that_json_names(tmp_path, options) -> None:
    work(tmp_path)
    path = script(tmp_path, WAYS["script"])
    target = tmp_path / "report.json"
    ran = run(
        PYTHON, path, state=str(tmp_path), cwd=tmp_path, options=("--json", str(target), *options)
    )
    report = json.loads(target.read_text())
    assert (ran.code, report["process"]["exit_code"]) == (1, 1)
    assert report["diagnosis"] == check(ran, tmp_path)["diagnosis"]


SILENT = {
    "ordinary": "{}['key']",
    "of a list": "[][3]",
    "the program's own IndexError": """
        import numpy as np
        grid = np.zeros(5)
        raise IndexError("index 7 is out of bounds for axis 0 with size 5")
    """,
    "caught": """
        import sys, work
        try: work.main()
        except IndexError: sys.exit(1)
    """,
    "shown, and the program goes on to fail": """
        import sys, work
        try: work.main()
        except IndexError: sys.excepthook(*sys.exc_info())
        sys.exit(1)
    """,
    "thread of a program that succeeds": """
        import threading, work
        thread = threading.Thread(target=work.main)
        thread.start(); thread.join()
    """,
    "exit": "import sys; sys.exit('no')",
    "missing module": "import no_such_module",
}


@pytest.mark.representative("exception", only=("ordinary", "caught", "exit"))
@needs.module("numpy")
@pytest.mark.parametrize("way", SILENT)
def test_where_there_is_no_more_to_say_there_is_no_report(tmp_path, way) -> None:
    work(tmp_path)
    path = script(tmp_path, SILENT[way])
    alone = bare(PYTHON, path, folder=tmp_path)
    ran = run(PYTHON, path, state=str(tmp_path), cwd=tmp_path)
    assert (ran.code, ran.out, stable(ran.err)) == (
        alone.returncode,
        alone.stdout,
        stable(alone.stderr),
    )
    assert ran.reports == ()


FRAMEWORKS = {
    "pytest": (("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "job.py"), 1),
    "unittest": (("-m", "unittest", "job"), 1),
    "IPython": (("-m", "IPython", "--colors=NoColor", "job.py"), 1),
}


@needs.module("numpy")
@pytest.mark.parametrize("name", FRAMEWORKS)
def test_frameworks_keep_their_output_and_exit_status(tmp_path, name) -> None:
    arguments, code = FRAMEWORKS[name]
    if not needs.has_module(name):
        pytest.skip(needs.not_installed(name))
    work(tmp_path)
    body = {
        "IPython": "import work\nwork.main()\n",
        "pytest": "import work\ndef test_it(): work.main()\n",
        "unittest": """
            import unittest, work
            class T(unittest.TestCase):
                def test_it(self): work.main()
        """,
    }
    script(tmp_path, body[name])
    home = {"IPYTHONDIR": str(tmp_path / "ipython")}
    alone = bare(PYTHON, *arguments, folder=tmp_path, **home)
    ran = run(PYTHON, *arguments, state=str(tmp_path), cwd=tmp_path, env=home)
    assert alone.returncode == code
    assert ran.code == code
    if name == "IPython":  # it prints the traceback itself, and ends by it
        assert stable(ran.out) == stable(alone.stdout)
    else:  # a test that fails ends nothing: the runner has dealt with it
        assert ran.reports == ()
        timeless = [stable(line) for line in alone.stdout.splitlines() if "passed" not in line]
        assert timeless == [stable(line) for line in ran.out.splitlines() if "passed" not in line]


@needs.module("gunicorn")
@needs.module("numpy")
def test_gunicorn_that_cannot_boot_its_worker_keeps_its_exit_status(tmp_path) -> None:
    work(tmp_path)
    script(tmp_path, "import work\nwork.main()\n", "app.py")
    command = (PYTHON, "-m", "gunicorn", "-b", "127.0.0.1:0", "-w", "1", "app:app")
    alone = bare(*command, folder=tmp_path)
    ran = run(*command, state=str(tmp_path), cwd=tmp_path)
    assert (alone.returncode, ran.code) == (3, 3)
    assert "Worker failed to boot" in ran.err


SEEN = """
    import os, sys, threading
    print(sorted(os.environ))
    print([entry for entry in sys.path if "probe" in entry])
    print(sys.excepthook is sys.__excepthook__, "sitecustomize" in sys.modules)
    print(threading.excepthook is getattr(threading, "__excepthook__", threading.excepthook))
    print(os.environ.get("PYTHONPATH"))
"""


@pytest.mark.parametrize("python", every_interpreter())
def test_the_program_sees_no_trace_of_the_probe(tmp_path, python) -> None:
    if python is None or python.sysroot is not None:
        pytest.skip("not an interpreter of this machine's own files")
    path = script(tmp_path, SEEN)
    alone = bare(python.argv_prefix[0], path, folder=tmp_path)
    ran = run(python.argv_prefix[0], path, state=str(tmp_path), cwd=tmp_path)
    assert (ran.code, ran.out, ran.err) == (0, alone.stdout, alone.stderr)


def test_a_sitecustomize_of_the_users_own_still_runs(tmp_path) -> None:
    script(tmp_path, "import sys\nprint('mine', __name__, file=sys.stderr)\n", "sitecustomize.py")
    path = script(tmp_path, "import sitecustomize; print(sitecustomize.__file__)")
    paths = {"PYTHONPATH": f"{environment('')['PYTHONPATH']}:{tmp_path}"}
    alone = bare(PYTHON, path, folder=tmp_path, **paths)
    ran = run(PYTHON, path, state=str(tmp_path), cwd=tmp_path, env=paths)
    assert "mine sitecustomize" in alone.stderr
    assert (ran.out, ran.err.count("mine sitecustomize") - 1) == (alone.stdout, 1)  # atfault's own


def test_nothing_is_left_behind(tmp_path) -> None:
    work(tmp_path)
    inside = tmp_path / "tmp"
    inside.mkdir()
    path = script(tmp_path, "import work; work.main()")
    run(PYTHON, path, state=str(tmp_path), cwd=tmp_path, env={"TMPDIR": str(inside)})
    assert os.listdir(inside) == []


TRAPS = """
    import sys
    import numpy as np

    def sprung(*args, **kwargs):
        print("CALLED", file=sys.stderr)
        raise SystemExit(99)

    class Meta(type):
        __eq__ = __hash__ = __getattribute__ = __instancecheck__ = sprung

    class Trap(metaclass=Meta):
        __repr__ = __str__ = __getattribute__ = __getattr__ = __eq__ = __hash__ = sprung
        __iter__ = __len__ = __bool__ = __index__ = __int__ = __format__ = sprung
        __dict__ = property(sprung)
        __class__ = property(sprung)
        shape = dtype = property(sprung)

    class Array(np.ndarray):
        __getattribute__ = __repr__ = __array_function__ = __array_ufunc__ = sprung

    class Text(str):
        __repr__ = __str__ = __len__ = __getitem__ = sprung

    class Number(int):
        __repr__ = __index__ = __int__ = sprung

    class Key:
        def __hash__(self): return hash("a")
        __eq__ = sprung

    class Error(IndexError):
        __getattribute__ = sprung
        args = property(sprung)
        __cause__ = __context__ = __traceback__ = __suppress_context__ = property(sprung)

    def main():
        trap, text, number = Trap(), Text("x"), Number(3)
        array = np.zeros(3).view(Array)
        mapping = {Key(): 1}
        held = [trap, {"k": trap}, (text, number), slice(number, None)]
        raise Error(trap)

    main()
"""


@pytest.mark.representative("exception")
@needs.module("numpy")
@pytest.mark.parametrize("python", every_interpreter())
def test_nothing_of_the_programs_is_called_for_a_hand_over(tmp_path, python) -> None:
    """Its types, properties and methods would tell if it were."""
    if python is None or python.sysroot is not None or not python.has_numpy:
        pytest.skip("not an interpreter of this machine's own files, or without numpy")
    script(tmp_path, TRAPS, "traps.py")
    # The interpreter itself calls __str__ when it shows the exception: a hook of the program's own
    # that shows nothing keeps it from that.
    path = script(
        tmp_path,
        """
        import sys
        def hook(*exception): pass
        sys.excepthook = hook
        import traps
        """,
    )
    ran = run(python.argv_prefix[0], path, state=str(tmp_path), cwd=tmp_path)
    assert (ran.code, ran.out, ran.err) == (1, "", "")


EXTENSION = """
    #include <Python.h>
    int geo_size(void);
    static PyModuleDef it = {PyModuleDef_HEAD_INIT, "_core", 0, -1, 0};
    PyObject *PyInit__core(void) { geo_size(); return PyModule_Create(&it); }
"""


@pytest.mark.representative("exception", "imports that fail")
@pytest.mark.parametrize("cause", ["missing-library", "missing-symbol"])
def test_an_import_that_the_loader_refuses_is_explained(tmp_path, cause) -> None:
    """The file that wants it, and the one that has it."""
    include, gcc = f"-I{needs.python_headers()}", needs.found("gcc")
    package = tmp_path / "pkg"
    package.mkdir()
    script(package, "from . import _core", "__init__.py")
    sound, other = tmp_path / "sound", tmp_path / "other"
    for folder, text in ((sound, "int geo_size(void) { return 1; }"), (other, "int geo;")):
        folder.mkdir()
        source = script(folder, text, "geo.c")
        named = ("-shared", "-fPIC", "-Wl,-soname,libgeo.so.1", "-o")
        subprocess.run([gcc, *named, folder / "libgeo.so.1", source], check=True)
    source = script(package, EXTENSION, "core.c")
    core = str(package / "_core.so")
    parts = (include, source, str(sound / "libgeo.so.1"))
    subprocess.run([gcc, "-shared", "-fPIC", "-o", core, *parts], check=True)
    path = script(tmp_path, "import pkg")
    found = {"LD_LIBRARY_PATH": str(other)} if cause == "missing-symbol" else {}
    alone = bare(PYTHON, path, folder=tmp_path, **found)
    ran = run(PYTHON, path, state=str(tmp_path), cwd=tmp_path, env=found)
    same_but_for_the_report(ran, alone)
    (report,) = ran.reports
    finding = report["diagnosis"][0]
    assert (report["kind"], finding["cause"]) == ("exception", cause)
    wanted = "libgeo.so.1" if cause == "missing-library" else "geo_size"
    assert f"_core.so needs {wanted}" in finding["summary"]
    assert any(core in evidence["text"] for evidence in finding["evidence"])
    assert finding["blame"][0]["file"].endswith("pkg/__init__.py")


def has_cpu_torch() -> bool:
    if importlib.util.find_spec("torch") is None:
        return False
    return importlib.metadata.version("torch").endswith("+cpu")


@pytest.mark.slow
@pytest.mark.skipif(not has_cpu_torch(), reason="no torch that was built for the CPU alone")
def test_a_torch_without_cuda_that_is_asked_for_a_gpu_is_told(tmp_path) -> None:
    code = """
        import torch

        def train(device):
            model = torch.nn.Linear(3, 2)
            return model.to(device)  # fails

        train("cuda")
        """
    ran = run(PYTHON, script(tmp_path, code), state=str(tmp_path))
    assert ran.code == 1
    (report,) = ran.reports
    finding = report["diagnosis"][0]
    assert (finding["cause"], finding["confidence"]) == ("configuration", "certain")
    assert finding["blame"][0]["function"] == "train" and "without CUDA" in finding["summary"]
