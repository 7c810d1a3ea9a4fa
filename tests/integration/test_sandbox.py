"""`atfault_probe.Sandbox`: a child may die, the parent goes on."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

import atfault_probe
from support import sandboxed


@pytest.fixture
def sandbox():
    with atfault_probe.Sandbox(sandboxed.counting, sandboxed.count_of) as made:
        yield made


@pytest.mark.representative("Sandbox")
def test_functions_run_in_another_process_with_the_state_that_was_set_up(sandbox):
    assert sandbox.run(sandboxed.add, 3) == 3
    assert sandbox.run(sandboxed.add, number=4) == 7
    assert sandbox.run(sandboxed.pid) == sandbox.pid != os.getpid()
    assert sandbox.started == 1


@pytest.mark.representative("Sandbox")
@pytest.mark.parametrize(
    ("death", "args", "exit_code", "words"),
    [
        (sandboxed.crash, (), -signal.SIGSEGV, "of SIGSEGV"),
        (sandboxed.leave, (3,), 3, "with exit code 3"),
        (sandboxed.leave_politely, (4,), 4, "with exit code 4"),
    ],
)
def test_a_child_that_dies_is_replaced_and_goes_on_from_what_was_saved(
    sandbox, death, args, exit_code, words
):
    sandbox.run(sandboxed.add, 5)
    with pytest.raises(atfault_probe.SandboxDied, match=words) as died:
        sandbox.run(death, *args)
    assert died.value.exit_code == exit_code
    assert died.value.signal_number == (-exit_code if exit_code < 0 else None)
    assert sandbox.run(sandboxed.add, 1) == 6
    assert sandbox.started == 2


def test_what_is_raised_in_the_child_is_raised_here_with_its_traceback(sandbox):
    with pytest.raises(KeyError, match="no such label") as raised:
        sandbox.run(sandboxed.fail)
    assert "in fail" in str(raised.value.__cause__)
    assert sandbox.run(sandboxed.add, 1) == 1
    assert sandbox.started == 1


def test_an_exception_that_cannot_be_read_again_is_told_in_words(sandbox):
    with pytest.raises(RuntimeError, match="Unpicklable: this and that"):
        sandbox.run(sandboxed.fail_oddly)
    assert sandbox.run(sandboxed.add, 1) == 1


def test_a_child_that_takes_too_long_is_ended():
    with atfault_probe.Sandbox(timeout=0.5) as sandbox:
        first = sandbox.run(os.getpid)
        with pytest.raises(atfault_probe.SandboxDied, match=r"within 0\.5 s"):
            sandbox.run(time.sleep, 600)
        assert sandbox.run(os.getpid) != first
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)


def test_a_setup_that_fails_says_so_at_each_call():
    with atfault_probe.Sandbox(sandboxed.cannot_set_up) as sandbox:
        for _ in range(2):
            with pytest.raises(ValueError, match="no model"):
                sandbox.run(sandboxed.pid)


def test_what_cannot_be_passed_is_said_and_harms_nothing(sandbox):
    with pytest.raises(atfault_probe.SandboxError, match="cannot be passed"):
        sandbox.run(sandboxed.add, lambda: None)
    with pytest.raises(atfault_probe.SandboxError, match="the result cannot be passed"):
        sandbox.run(sandboxed.not_picklable)
    assert sandbox.run(sandboxed.add, 1) == 1


def test_a_fatal_cuda_error_ends_the_child_after_it_was_raised(sandbox):
    sandbox.run(sandboxed.add, 5)
    with pytest.raises(RuntimeError, match="device-side assert"):
        sandbox.run(sandboxed.cuda_error)
    assert sandbox.pid is None
    assert sandbox.run(sandboxed.add, 1) == 6


def test_state_is_saved_every_so_many_calls():
    with atfault_probe.Sandbox(sandboxed.counting, sandboxed.count_of, every=2) as sandbox:
        for saved in (None, 2, 2, 4):
            sandbox.run(sandboxed.add, 1)
            assert sandbox.saved == saved


def test_a_closed_sandbox_has_no_process_and_takes_no_calls(sandbox):
    sandbox.run(sandboxed.pid)
    sandbox.close()
    assert not [one for one in multiprocessing.active_children() if "sandbox" in one.name]
    with pytest.raises(ValueError, match="closed"):
        sandbox.run(sandboxed.pid)


def test_tensors_are_shared_not_copied(sandbox):
    torch = pytest.importorskip("torch")
    numbers = torch.arange(4.0)
    assert sandbox.run(sandboxed.doubled, numbers).tolist() == [0.0, 2.0, 4.0, 6.0]
    sandbox.run(sandboxed.filled, numbers)
    assert numbers.tolist() == [7.0] * 4


def test_a_tensor_without_values_cannot_be_passed(sandbox):
    torch = pytest.importorskip("torch")
    with pytest.raises(atfault_probe.SandboxError, match="on meta"):
        sandbox.run(sandboxed.doubled, torch.empty(2, device="meta"))
    with pytest.raises(atfault_probe.SandboxError, match=r"the result .* on meta"):
        sandbox.run(sandboxed.on_meta)


def test_the_child_ends_with_a_parent_that_is_killed(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(
        textwrap.dedent(
            """
            import os, signal
            import atfault_probe
            if __name__ == "__main__":
                print(atfault_probe.Sandbox().run(os.getpid), flush=True)
                os.kill(os.getpid(), signal.SIGKILL)
            """
        )
    )
    path = os.pathsep.join(one for one in sys.path if one)
    done = subprocess.run(
        [sys.executable, str(script)], env={**os.environ, "PYTHONPATH": path},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    child = int(done.stdout)
    deadline = time.monotonic() + 30
    while os.path.exists(f"/proc/{child}") and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not os.path.exists(f"/proc/{child}")
