"""`run --gpu-core`, with a stand-in for the driver that writes the core and for cuda-gdb that reads
it: there is no GPU here. What the stand-in prints is of documentation (tests/unit/text)."""

# ruff: noqa: E501 - lines of other tools

from __future__ import annotations

import os
import stat
import sys

import pytest

from support.run_command import run

PYTHON = sys.executable
DRIVER = """\
import os

class GpuError(RuntimeError):
    pass

def wait():
    # What the driver does with these variables, as its documentation says.
    if os.environ.get("CUDA_ENABLE_COREDUMP_ON_EXCEPTION") == "1":
        path = os.environ["CUDA_COREDUMP_FILE"].replace("%p", str(os.getpid()))
        assert "skip_abort" in os.environ["CUDA_COREDUMP_GENERATION_FLAGS"]
        open(path, "w").write("core")
    error = GpuError("CUDA error: an illegal memory access was encountered")
    raise error
"""
DEBUGGER = """\
#!/bin/sh
case "$*" in
*"--batch --nx"*"target cudacore "*.gpucore*) ;;
*) exit 3 ;;
esac
cat <<'END'
CUDA Exception: Warp Illegal Address
The exception was triggered at PC 0x7ff4dc82f930 (FILE:2)
[Current focus set to CUDA kernel 0, grid 1, block (1,0,0), thread (32,0,0), device 0, sm 1, warp 0, lane 0]
#0  0x00007f2e6fbff300 in fill<<<(2,1,1),(64,1,1)>>> () at FILE:2
END
"""
JOB = "import sys; sys.path.insert(0, {lib!r})\ndef fill(rows, at): rows[at] = 1\nimport gpu\ngpu.wait()\n"


@pytest.fixture
def job(tmp_path):
    library = tmp_path / "lib" / "site-packages"
    library.mkdir(parents=True)
    (library / "gpu.py").write_text(DRIVER)
    path = tmp_path / "job.py"
    path.write_text(JOB.format(lib=str(library)))
    return path


def debugger(folder, text: str) -> dict[str, str]:
    """PATH with it first."""
    (folder / "bin").mkdir()
    path = folder / "bin" / "cuda-gdb"
    path.write_text(text)
    path.chmod(0o755)
    return {"PATH": f"{folder}/bin:{os.environ['PATH']}"}


def kept(folder) -> list:
    return list((folder / "atfault" / "gpu-cores").rglob("*.gpucore"))


@pytest.mark.representative("run --gpu-core")
def test_the_kernel_its_line_block_and_thread_are_told(tmp_path, job):
    env = debugger(tmp_path, DEBUGGER.replace("FILE", str(job)))
    ran = run(PYTHON, str(job), state=str(tmp_path), options=("--gpu-core",), cwd=tmp_path, env=env)
    (report,) = ran.reports
    found = report["diagnosis"][0]
    assert (ran.code, found["cause"]) == (1, "cuda-illegal-access")
    assert found["evidence"][0]["text"] == (
        "the GPU core says: Warp Illegal Address in fill (job.py:2); block [1, 0, 0], "
        "thread [32, 0, 0]"
    )
    places = [(one["file"], one["line"], one["function"]) for one in found["blame"]]
    assert places == [(str(job), 2, "fill"), (str(job), 4, "<module>")]
    (core,) = kept(tmp_path)
    assert stat.S_IMODE(os.stat(core.parent).st_mode) == 0o700


def test_without_the_debugger_the_core_is_kept_and_one_line_says_where(tmp_path, job):
    ran = run(PYTHON, str(job), state=str(tmp_path), options=("--gpu-core",), cwd=tmp_path)
    (report,) = ran.reports
    (core,) = kept(tmp_path)
    assert report["diagnosis"][0]["cause"] == "cuda-illegal-access"
    assert [one for one in report["warnings"] if "GPU core" in one] == [
        f"a GPU core lies in {core}: cuda-gdb, which reads it, is not on PATH (it comes with the "
        "CUDA toolkit)"
    ]


def test_a_debugger_that_fails_is_told_and_nothing_is_made_up(tmp_path, job):
    env = debugger(tmp_path, "#!/bin/sh\necho No such core\nexit 1\n")
    ran = run(PYTHON, str(job), state=str(tmp_path), options=("--gpu-core",), cwd=tmp_path, env=env)
    (report,) = ran.reports
    assert any("cuda-gdb printed nothing of a kernel" in one for one in report["warnings"])
    assert [one["line"] for one in report["diagnosis"][0]["blame"]] == [4]


def test_without_the_option_nothing_is_set_and_an_empty_folder_goes(tmp_path, job):
    ran = run(PYTHON, str(job), state=str(tmp_path), cwd=tmp_path)
    assert "GPU core" not in ran.err and not kept(tmp_path)
    code = "import os; print(sorted(name for name in os.environ if 'COREDUMP' in name))"
    ran = run(PYTHON, "-c", code, state=str(tmp_path), options=("--gpu-core",), cwd=tmp_path)
    assert ran.out.count("CUDA_") == 3
    assert os.listdir(tmp_path / "atfault" / "gpu-cores") == []


def test_what_the_user_has_set_stays(tmp_path, job):
    env = {"CUDA_COREDUMP_FILE": f"{tmp_path}/own.%p"}
    ran = run(PYTHON, str(job), state=str(tmp_path), options=("--gpu-core",), cwd=tmp_path, env=env)
    assert list(tmp_path.glob("own.*")) and not kept(tmp_path)
    warnings = ran.reports[0]["warnings"]
    assert "GPU cores go where CUDA_COREDUMP_FILE says, and are not read" in warnings
