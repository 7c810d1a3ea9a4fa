"""Imports that fail, in the loader or before it, under `atfault run` and `explain --module`.

The classic case: an extension of torch that was compiled with the old std::string (as wheels of
torch were before 2.6), beside a torch that has the new one. Versions fit, pip finds nothing wrong.
"""

from __future__ import annotations

import glob
import importlib.util
import json
import os
import shutil
import subprocess
import sys

import pytest

from support import needs
from support.extensions import (
    INIT,
    LIBC10,
    NEW_ABI,
    OF_C10,
    OLD_ABI,
    compile_shared,
    package,
    record,
)
from support.interpreters import every_interpreter
from support.run_command import ATFAULT, environment, run

CLASSIC = "_ZN3c105ErrorC2ENS_14SourceLocationESs"


def explained(name: str, folder, **variables: str) -> dict:
    """The report of `atfault explain --module NAME`."""
    path = os.pathsep.join((os.path.dirname(sys.executable), os.environ["PATH"]))
    env = environment(str(folder), PATH=path, **variables)
    env["PYTHONPATH"] = os.pathsep.join((variables.get("PYTHONPATH", ""), env["PYTHONPATH"]))
    done = subprocess.run(
        [*ATFAULT, "explain", "--json", "-", "--module", name],
        env=env,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    report: dict = json.loads(done.stdout)
    return report


def reasons(finding: dict) -> str:
    return "\n".join(one["text"] for one in finding["evidence"])


@pytest.fixture(scope="module")
def stand_ins(tmp_path_factory):
    """Packages `torch` (its libc10.so alone, the new std::string) and `fastattn` (the old one)."""
    folder = tmp_path_factory.mktemp("classic") / "site-packages"
    torch = package(folder, "torch", "2.13.0")
    libc10 = compile_shared(LIBC10, torch / "lib" / "libc10.so", NEW_ABI, "-Wl,-soname,libc10.so")
    fast = package(folder, "fastattn", "1.0", "torch>=2.0")
    (fast / "__init__.py").write_text("from . import _C\n")
    origin = "-Wl,-rpath,$ORIGIN/../torch/lib"
    compile_shared(OF_C10, fast / "_C.so", OLD_ABI, libc10, origin)
    record(folder)
    return folder


def the_classic_verdict(finding: dict, version: str) -> None:
    assert (finding["cause"], finding["confidence"]) == ("abi-mismatch", "certain")
    assert finding["summary"] == (
        "_C.so and libc10.so were compiled with different kinds of std::string"
    )
    why = reasons(finding)
    assert f"the one that the loader named is {CLASSIC}" in why
    assert "2 symbols are missing: 2 there with the other std::string" in why
    assert "_C.so was compiled with the old std::string" in why
    assert "libc10.so was compiled with the new std::string" in why
    assert f"the versions fit: fastattn 1.0 asks for torch>=2.0, and there is {version}" in why
    assert "-D_GLIBCXX_USE_CXX11_ABI=1" in finding["advice"][0]["text"]
    assert not any(one["command"] for one in finding["advice"])


@pytest.mark.representative("imports that fail")
def test_the_classic_case_is_told_from_version_skew(stand_ins, tmp_path):
    script = tmp_path / "job.py"
    script.write_text("import fastattn\n")
    ran = run(
        sys.executable,
        str(script),
        state=str(tmp_path),
        cwd=tmp_path,
        env={"PYTHONPATH": str(stand_ins)},
    )
    assert ran.code == 1 and f"undefined symbol: {CLASSIC}" in ran.err
    finding = ran.reports[0]["diagnosis"][0]
    the_classic_verdict(finding, "torch 2.13.0")
    assert [(one["file"], one["line"]) for one in finding["blame"]] == [(str(script), 1)]


@pytest.mark.representative("explain", "explain --module")
def test_the_same_by_trying_the_import_in_a_child(stand_ins, tmp_path):
    report = explained("fastattn", tmp_path, PYTHONPATH=str(stand_ins))
    assert report["kind"] == "exception" and report["process"]["exit_code"] == 1
    the_classic_verdict(report["diagnosis"][0], "torch 2.13.0")


@pytest.mark.newest
def test_the_classic_case_beside_the_real_torch(tmp_path):
    spec = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        pytest.skip("torch is not installed")
    torch = os.path.dirname(spec.origin)
    version = importlib.metadata.version("torch")
    libc10 = f"{torch}/lib/libc10.so"
    folder = tmp_path / "site-packages"
    fast = package(folder, "fastattn", "1.0", "torch>=2.0")
    (fast / "__init__.py").write_text("import torch\nfrom . import _C\n")
    compile_shared(OF_C10, fast / "_C.so", OLD_ABI, libc10)
    record(folder)
    report = explained("fastattn", tmp_path, PYTHONPATH=str(folder))
    the_classic_verdict(report["diagnosis"][0], f"torch {version}")


@pytest.fixture(scope="session")
def torchvision(tmp_path_factory):
    """The wheel of 0.15.2, which belongs to torch 2.0.1, unpacked; from the package index."""
    folder = tmp_path_factory.mktemp("torchvision")
    pip = (sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:")
    done = subprocess.run(
        [*pip, "--python-version", "3.11", "--dest", folder, "torchvision==0.15.2"],
        capture_output=True,
        text=True,
        timeout=240,
    )
    wheels = glob.glob(f"{folder}/*.whl")
    if done.returncode or not wheels:
        pytest.skip(f"no wheel of torchvision 0.15.2: {done.stderr[-200:]}")
    shutil.unpack_archive(wheels[0], folder / "site-packages", "zip")
    return folder / "site-packages"


CUDA = "void atfault_stands_in(void) {}"


@pytest.mark.newest
@pytest.mark.slow
def test_an_old_torchvision_on_todays_torch_is_a_matter_of_versions(torchvision, tmp_path):
    """Its libraries of CUDA are stood in for, so that the loader comes to the symbols of torch."""
    if importlib.util.find_spec("torch") is None or sys.version_info[:2] != (3, 11):
        pytest.skip("needs torch, and Python 3.11 for the wheel")
    for name in ("libcudart.so.11.0", "libc10_cuda.so", "libtorch_cuda.so"):
        compile_shared(f'extern "C" {CUDA}', tmp_path / "lib" / name, f"-Wl,-soname,{name}")
    native = torchvision / "torchvision" / "_C.so"
    script = tmp_path / "job.py"
    script.write_text(f"import ctypes, torch\nctypes.CDLL({str(native)!r})\n")
    env = {"LD_LIBRARY_PATH": str(tmp_path / "lib"), "PYTHONPATH": str(torchvision)}
    ran = run(sys.executable, str(script), state=str(tmp_path), cwd=tmp_path, env=env)
    assert "undefined symbol" in ran.err
    finding = ran.reports[0]["diagnosis"][0]
    assert (finding["cause"], finding["confidence"]) == ("missing-symbol", "certain")
    why = reasons(finding)
    assert "torchvision 0.15.2 asks for torch==2.0.1, and there is torch" in why
    kinds = ("there with the other std::string", "there with other arguments", "not there at all")
    assert all(kind in why for kind in kinds)
    assert "_C.so was compiled with the old std::string" in why
    command = finding["advice"][0]["command"]
    assert "pip install --upgrade torchvision 'torch==" in command


@pytest.fixture(scope="session")
def pillow(tmp_path_factory):
    """What that torchvision imports besides torch and numpy."""
    folder = tmp_path_factory.mktemp("pillow")
    pip = (sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--only-binary", ":all:")
    names = ("pillow", "requests", "urllib3", "idna", "certifi", "charset-normalizer")
    done = subprocess.run(
        [*pip, "--target", folder, *names], capture_output=True, text=True, timeout=240
    )
    if done.returncode:
        pytest.skip(f"no pillow: {done.stderr[-200:]}")
    return folder


@pytest.mark.newest
@pytest.mark.slow
def test_operators_that_are_missing_lead_to_the_library_that_was_not_loaded(
    torchvision, pillow, tmp_path
):
    """The old torchvision imports, as it catches that its library does not, and fails later."""
    if importlib.util.find_spec("torch") is None or sys.version_info[:2] != (3, 11):
        pytest.skip("needs torch, and Python 3.11 for the wheel")
    for name in ("libcudart.so.11.0", "libc10_cuda.so", "libtorch_cuda.so"):
        compile_shared(f'extern "C" {CUDA}', tmp_path / "lib" / name, f"-Wl,-soname,{name}")
    script = tmp_path / "job.py"
    script.write_text(
        "import torch, torchvision\ntorchvision.ops.nms(torch.zeros((1, 4)), torch.zeros(1), 0.5)\n"
    )
    paths = os.pathsep.join((str(torchvision), str(pillow)))
    env = {"LD_LIBRARY_PATH": str(tmp_path / "lib"), "PYTHONPATH": paths}
    ran = run(sys.executable, str(script), state=str(tmp_path), cwd=tmp_path, env=env)
    assert "Couldn't load custom C++ ops" in ran.err
    finding = ran.reports[0]["diagnosis"][0]
    assert finding["cause"] == "missing-symbol" and finding["summary"].startswith("_C.so needs ")
    why = reasons(finding)
    assert "its operators are missing as _C.so, which has them, could not be loaded" in why
    assert "torchvision 0.15.2 asks for torch==2.0.1, and there is torch" in why
    assert "pip install --upgrade torchvision 'torch==" in finding["advice"][0]["command"]
    assert [(one["file"], one["line"]) for one in finding["blame"]] == [(str(script), 2)]


OPERATOR = "RuntimeError: operator torchvision::nms does not exist"
TOLD = f"""Traceback (most recent call last):
  File "/srv/app.py", line 4, in <module>
    import torchvision
  File "/srv/venv/lib/python3.11/site-packages/torchvision/_meta_registrations.py", line 163, in <m>
    @torch.library.register_fake("torchvision::nms")
{OPERATOR}
"""


def test_an_operator_that_is_missing_in_a_text_is_told_with_what_can_be_known(tmp_path):
    log = tmp_path / "pasted.txt"
    log.write_text(TOLD)
    done = subprocess.run(
        [*ATFAULT, "explain", "--json", "-", str(log)], capture_output=True, text=True
    )
    finding = json.loads(done.stdout)["diagnosis"][0]
    assert (finding["cause"], finding["confidence"]) == ("abi-mismatch", "likely")
    assert finding["quotes"][0] == {"line": 6, "text": OPERATOR}
    assert finding["advice"][0]["command"] == "atfault explain --module torchvision"
    assert (finding["blame"][0]["file"], finding["blame"][0]["line"]) == ("/srv/app.py", 4)


RUNTIME = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern char **environ;
__attribute__((noinline)) void __kmp_register_library_startup(void) {
    for (char **one = environ; *one; one++)
        if (!strncmp(*one, "__KMP_REGISTERED_LIB=", 21)) abort();
    putenv("__KMP_REGISTERED_LIB=1");
}
int omp_get_max_threads(void) { __kmp_register_library_startup(); return 1; }
"""
"""Stands in for LLVM's runtime: the same check, by the same name."""


@pytest.mark.parametrize("second", ["libiomp5.so", "libgomp.so.1"])
def test_two_openmp_runtimes_are_told_from_the_stack_and_the_files_in_memory(second, tmp_path):
    source = tmp_path / "runtime.c"
    source.write_text(RUNTIME)
    files = [tmp_path / "a" / "libomp.so", tmp_path / "b" / second]
    for file in files:
        file.parent.mkdir()
        subprocess.run(
            [needs.found("gcc"), "-g", "-shared", "-fPIC", "-o", file, source], check=True
        )
    script = tmp_path / "job.py"
    loads = "".join(f"ctypes.CDLL({str(one)!r}).omp_get_max_threads()\n" for one in files)
    script.write_text(f"import ctypes\n{loads}")
    ran = run(sys.executable, str(script), state=str(tmp_path), cwd=tmp_path)
    finding = ran.reports[0]["diagnosis"][0]
    if second == "libgomp.so.1":  # which is none that looks for others
        assert finding["cause"] == "assertion-failed"
        return
    assert (finding["cause"], finding["confidence"]) == ("configuration", "certain")
    assert finding["summary"].startswith("2 OpenMP runtimes are in this process")
    assert all(f"{one} is one" in reasons(finding) for one in files)
    assert (finding["blame"][0]["file"], finding["blame"][0]["line"]) == (str(script), 3)


def test_an_import_that_works_although_a_part_cannot_be_loaded_is_looked_at(stand_ins, tmp_path):
    folder = tmp_path / "site-packages"
    shutil.copytree(stand_ins, folder)
    lenient = "try:\n    from . import _C\nexcept ImportError:\n    _C = None\n"
    (folder / "fastattn" / "__init__.py").write_text(lenient)
    report = explained("fastattn", tmp_path, PYTHONPATH=str(folder))
    assert report["process"]["exit_code"] == 0
    assert report["headline"] == "import fastattn works, but 1 of 1 native file cannot be loaded"
    the_classic_verdict(report["diagnosis"][0], "torch 2.13.0")


def test_an_import_that_works_is_said_to_work(tmp_path):
    report = explained("json", tmp_path)
    assert report["diagnosis"][0]["cause"] == "none"
    assert report["headline"] == "import json works"


@pytest.mark.representative("explain", "explain --module")
def test_a_module_that_is_not_there_is_no_mystery(tmp_path):
    finding = explained("no_such_module_here", tmp_path)["diagnosis"][0]
    assert finding["summary"] == "ModuleNotFoundError: No module named 'no_such_module_here'"
    assert finding["evidence"][0]["text"].startswith("it was looked for by /")
    assert finding["advice"][-1]["command"].endswith(" -m pip list")


@pytest.mark.parametrize(
    ("body", "headline"),
    [
        ("import os; os.kill(os.getpid(), 11)", "import bad dies of SIGSEGV"),
        ("import os; os._exit(3)", "import bad ends the interpreter"),
        ("print('x' * 10_000_000); raise ValueError('no')", "import bad fails: ValueError"),
    ],
)
def test_whatever_an_import_does_there_is_a_report(tmp_path, body, headline):
    (tmp_path / "bad.py").write_text(body)
    assert explained("bad", tmp_path)["headline"] == headline


@pytest.mark.parametrize("name", ["a; import os", "", "../x", "a b", "a."])
def test_nothing_but_a_modules_name_is_tried(name, tmp_path):
    done = subprocess.run(
        [*ATFAULT, "explain", f"--module={name}"],
        env=environment(str(tmp_path)),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1


def test_a_pointer_of_git_lfs_in_the_place_of_a_library_is_said_to_be_one(tmp_path):
    folder = tmp_path / "site-packages"
    geo = package(folder, "geo", "1.0")
    libgeo = compile_shared("int geo() { return 1; }", geo / "libgeo.so", "-Wl,-soname,libgeo.so")
    (geo / "__init__.py").write_text("from . import _C\n")
    text = "int geo();" + INIT.replace("BODY", "geo()")
    compile_shared(text, geo / "_C.so", libgeo, "-Wl,-rpath,$ORIGIN")
    with open(libgeo, "w") as file:
        file.write("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 4711\n")
    record(folder)
    finding = explained("geo", tmp_path, PYTHONPATH=str(folder))["diagnosis"][0]
    assert finding["cause"] == "missing-library"
    assert f"{libgeo} is there, but it is a pointer of git-lfs" in finding["summary"]
    assert "4,711 bytes" in reasons(finding)
    assert finding["advice"][0]["command"] == f"git -C {geo} lfs pull"


@pytest.mark.representative("imports that fail")
@pytest.mark.parametrize("content", [b"", b"\x7fELF\x02\x01\x01" + bytes(80), b"<html>not found"])
def test_a_file_that_is_no_library_is_said_to_be_none(content, tmp_path):
    (tmp_path / "broken.so").write_bytes(content)
    finding = explained("broken", tmp_path)["diagnosis"][0]
    assert finding["cause"] == "missing-library" and "is there, but" in finding["summary"]


def test_a_library_for_another_processor_is_no_missing_file(tmp_path):
    path = tmp_path / "alien.so"
    compile_shared(INIT.replace("BODY", "0"), path)
    content = bytearray(path.read_bytes())
    content[18:20] = (183).to_bytes(2, "little")
    path.write_bytes(content)
    finding = explained("alien", tmp_path)["diagnosis"][0]
    assert finding["cause"] == "missing-library"
    assert "it is made for AArch64" in finding["summary"]


@pytest.mark.representative("imports that fail")
@pytest.mark.parametrize("interpreter", every_interpreter())
def test_a_file_in_the_way_of_a_package_is_named_by_any_python(interpreter, tmp_path):
    """Before 3.13 the message does not name the file."""
    if interpreter.sysroot is not None:
        pytest.skip("its files lie in a root of their own")
    folder = tmp_path / "site-packages"
    package(folder, "geometry", "1.0")
    (folder / "geometry" / "__init__.py").write_text("def area(): return 1\n")
    record(folder)
    (tmp_path / "geometry.py").write_text("import geometry\ngeometry.area()\n")
    (tmp_path / "job.py").write_text("import geometry\n")
    ran = run(
        *interpreter.command(str(tmp_path / "job.py")),
        state=str(tmp_path / "state"),
        cwd=tmp_path,
        env={"PYTHONPATH": str(folder)},
    )
    finding = ran.reports[0]["diagnosis"][0]
    assert finding["cause"] == "configuration"
    assert finding["summary"] == (
        f"{tmp_path}/geometry.py is imported as geometry, in the place of geometry 1.0"
    )


@pytest.mark.parametrize("interpreter", every_interpreter())
def test_a_module_for_another_python_is_found_where_python_passes_over_it(interpreter, tmp_path):
    if interpreter.sysroot is not None:
        pytest.skip("its files lie in a root of their own")
    folder = tmp_path / "site-packages"
    geo = package(folder, "geo", "1.0")
    (geo / "__init__.py").write_text("from . import _core\n")
    (geo / "_core.cpython-36m-x86_64-linux-gnu.so").write_bytes(b"")
    record(folder)
    (tmp_path / "job.py").write_text("import geo\n")
    ran = run(
        *interpreter.command(str(tmp_path / "job.py")),
        state=str(tmp_path / "state"),
        cwd=tmp_path,
        env={"PYTHONPATH": str(folder)},
    )
    finding = ran.reports[0]["diagnosis"][0]
    assert finding["cause"] == "python-version"
    assert finding["summary"].startswith("geo._core is there for CPython 3.6, not for CPython 3.")
    assert "install geo 1.0 with the Python" in finding["advice"][0]["text"]


def test_a_symbol_that_python_has_no_more_is_of_another_python(tmp_path):
    text = 'extern "C" int _PyUnicode_GoneForEver();' + INIT.replace(
        "BODY", "_PyUnicode_GoneForEver()"
    )
    path = compile_shared(text, tmp_path / "_C.so")
    finding = explained("_C", tmp_path)["diagnosis"][0]
    assert finding["cause"] == "python-version"
    assert "_C.so was built for another Python" in finding["summary"]
    assert path in reasons(finding)


def test_a_version_of_a_library_that_is_too_old_is_named_with_the_newest_that_it_has(tmp_path):
    """As GLIBC_2.38 of libc.so.6, which no test can build."""
    for folder, version in (("new", "GEO_2.10"), ("old", "GEO_2.9")):
        script = tmp_path / f"{folder}.map"
        script.write_text(f"{version} {{ global: *; }};")
        flags = (f"-Wl,--version-script={script}", "-Wl,-soname,libgeo.so.1")
        compile_shared("int geo() { return 1; }", tmp_path / folder / "libgeo.so.1", *flags)
    text = "int geo();" + INIT.replace("BODY", "geo()")
    compile_shared(text, tmp_path / "_C.so", str(tmp_path / "new" / "libgeo.so.1"))
    report = explained("_C", tmp_path, LD_LIBRARY_PATH=str(tmp_path / "old"))
    finding = report["diagnosis"][0]
    assert finding["cause"] == "missing-symbol"
    assert finding["summary"] == "_C.so needs GEO_2.10 of libgeo.so.1, which is too old for it"
    assert "the newest that it has is GEO_2.9" in reasons(finding)


def test_a_library_in_another_version_is_found_in_the_packages(tmp_path):
    """libcudart.so.11.0 is wanted, and nvidia/cu13/lib/libcudart.so.13 is there."""
    old = compile_shared("int cu() { return 1; }", tmp_path / "x" / "libcudart.so.11.0",
                         "-Wl,-soname,libcudart.so.11.0")  # fmt: skip
    folder = tmp_path / "site-packages"
    geo = package(folder, "geo", "1.0")
    (geo / "__init__.py").write_text("from . import _C\n")
    compile_shared("int cu();" + INIT.replace("BODY", "cu()"), geo / "_C.so", old)
    there = folder / "nvidia" / "cu13" / "lib" / "libcudart.so.13"
    compile_shared("int cu() { return 1; }", there, "-Wl,-soname,libcudart.so.13")
    record(folder)
    finding = explained("geo", tmp_path, PYTHONPATH=str(folder))["diagnosis"][0]
    assert finding["cause"] == "missing-library"
    assert f"{there} is another version of it" in reasons(finding)
    assert not any(one["command"] for one in finding["advice"])


TLS = '__thread char room[ROOM] __attribute__((tls_model("initial-exec")));'


def test_static_tls_that_is_used_up_is_told_with_what_makes_room(tmp_path):
    text = TLS.replace("ROOM", "200000") + INIT.replace("BODY", "room[0] = 1")
    path = compile_shared(text, tmp_path / "_C.so")
    finding = explained("_C", tmp_path)["diagnosis"][0]
    assert finding["cause"] == "configuration"
    assert "no room is left for the thread-local variables of _C.so" in finding["summary"]
    assert f"{path} says that it needs 200,000 bytes of it" in reasons(finding)
    name, _, value = finding["advice"][0]["command"].removeprefix("export ").partition("=")
    cured = explained("_C", tmp_path, **{name: value})
    assert cured["diagnosis"][0]["cause"] == "none"
