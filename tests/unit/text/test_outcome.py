"""What became of the program that a text is of."""

from __future__ import annotations

import io

import pytest

from atfault.analyze.text import analyze_text
from atfault.errors import NoProcessState
from atfault.options import Options

RAISED = """\
Traceback (most recent call last):
  File "/srv/accel.py", line 14, in probe
    import numba.cuda
ImportError: libcuda.so.1: cannot open shared object file: No such file or directory
"""
STEPS = "".join(
    f"2024-06-06 11:0{n}:00 INFO  t = {n}.0  energy error 5.2{n}e-10\n" for n in range(9)
)


def first(text: str):
    return analyze_text(io.BytesIO(text.encode()), "-", Options()).diagnosis[0]


def test_what_ends_a_text_is_certain():
    found = first(STEPS + RAISED)
    assert (found.cause, found.confidence, found.doubts) == ("missing-library", "certain", ())


def test_what_a_log_goes_on_behind_is_a_mere_possibility():
    found = first(STEPS + RAISED + STEPS)
    assert (found.confidence, [one.kind for one in found.doubts]) == ("possible", ["goes-on"])


@pytest.mark.parametrize("success", ["finished: exit status 0\n", "==== 9 passed in 1.20s ====\n"])
def test_a_success_mutes_what_stands_before_it(success):
    with pytest.raises(NoProcessState, match="tells of nothing that failed"):
        first(STEPS + RAISED + STEPS + success)


def test_a_success_mutes_nothing_behind_it():
    assert first(STEPS + "Training finished in 1:02:11\n" + RAISED).cause == "missing-library"


def test_what_is_behind_an_end_is_of_those_who_tell_it():
    notes = "[I 2024-10-10 12:05:55.212 ServerApp] saving file at /a.ipynb\n" * 4
    omp = "OMP: Error #15: Initializing libiomp5.so, but found libomp.so already initialized.\n"
    end = "[I 2024-10-10 12:05:55.212 ServerApp] KernelRestarter: restarting kernel (1/5)\n"
    assert first(notes + omp + end + notes).cause == "configuration"


def test_the_line_that_tells_most_is_quoted_where_no_words_are_known():
    text = (
        "step 1 of the run\n" * 20 + "[hydro] FATAL: negative pressure in cell 1723 (eos.cc:211)\n"
    )
    found = first(text + "MPI_ABORT was invoked on rank 3 in communicator MPI_COMM_WORLD\n")
    assert (found.cause, found.confidence) == ("unknown", "possible")
    assert "eos.cc:211" in found.quotes[0].text


def test_a_text_without_words_of_a_failure_is_no_success():
    with pytest.raises(NoProcessState, match="no words of a failure"):
        first("Dear all,\nthe meeting is at noon.\n")


def test_a_wrapper_is_told_by_what_it_wraps():
    text = "api-1  | loading\napi-1 exited with code 137\n"
    assert first(text).cause == "killed"
    assert first(text + '{"OOMKilled": true, "ExitCode": 137}\n').cause == "out-of-memory"


@pytest.mark.parametrize(
    ("line", "cause"),
    [("Failed to initialize NVML: Driver/library version mismatch\n", "configuration"),
     ("frobd failed to load: compiled with another version of libfrob\n", "abi-mismatch")],
)  # fmt: skip
def test_what_a_program_may_live_with_is_told_only_where_the_text_ends_by_it(line, cause):
    assert (first(STEPS + line).cause, first(STEPS + line).confidence != "certain") == (cause, True)
    with pytest.raises(NoProcessState):
        first(line + STEPS)


def test_words_of_builds_are_said_of_builds_alone():
    at = 'Traceback (most recent call last):\n  File "/srv/a.py", line 3, in <module>\n    run()\n'
    refused = f"{at}ConnectionRefusedError: [Errno 111] Connection refused\n"
    memory = f"{at}OSError: [Errno 12] Cannot allocate memory\n"
    missing = f"{at}FileNotFoundError: [Errno 2] No such file or directory: 'ffmpeg'\n"
    said = " ".join(first(one).summary for one in (refused, memory, missing))
    assert not any(word in said for word in ("build", "compiler", "download"))


def test_a_build_that_was_done_is_no_success_where_what_ran_then_failed():
    built = "Step 5/5 : COPY . .\n ---> 8b1b0e7f5f02\nSuccessfully tagged thumbs:latest\n"
    assert first(built).cause == "none"
    found = first(built + "> node dist/server.js\nError: x.node was compiled for another version\n")
    assert (found.cause, found.confidence) == ("abi-mismatch", "likely")


def test_a_build_whose_success_stands_far_above_the_end_is_never_surely_well():
    built = "Step 5/5 : COPY . .\n ---> 8b1b0e7f5f02\nSuccessfully tagged thumbs:latest\n"
    more = "".join(f"sweep {at}: E = -1.9\n" for at in range(100))
    assert first(built + more).confidence == "likely"


@pytest.mark.parametrize(
    "success",
    [
        "$ echo $?\n0\n",
        "26 of 26 steps (100%) done\n",
        "test result: ok. 22 passed; 0 failed; 0 ignored\n",
        "all 14 cells executed, 3 expected exceptions, 0 unexpected\n",
    ],
)
def test_what_leaves_no_doubt_mutes_stacks_as_well(success):
    died = "double free or corruption (!prev)\nFatal Python error: Aborted\n\n"
    stack = 'Current thread 0x00007f11 (most recent call first):\n  File "/srv/a.py", line 9 in f\n'
    assert first(died + stack).cause == "heap-corruption"
    with pytest.raises(NoProcessState, match="tells of nothing that failed"):
        first(died + stack + success)


@pytest.mark.parametrize(
    "end",
    [
        "$ echo $?\n134\n",
        "$ make clean\n$ echo $?\n0\n",
        "12 of 26 steps (46%) done\n",
    ],
)
def test_an_answer_of_another_command_or_of_a_part_mutes_nothing(end):
    assert first(RAISED + end).cause == "missing-library"


def test_the_name_of_a_test_that_went_as_it_should_says_nothing():
    with pytest.raises(NoProcessState):
        first("test panics::index_out_of_bounds - should panic ... ok\n")


def test_what_is_to_be_done_is_not_what_went_wrong():
    said = "RuntimeError: HIP error: invalid device function\n"
    asks = "Compile with `TORCH_USE_HIP_DSA` to enable device-side assertions.\n"
    head = 'Traceback (most recent call last):\n  File "/srv/net.py", line 31, in forward\n'
    assert first(head + said + asks).cause == "configuration"


CANCELLED = "slurmstepd: error: *** STEP 812.0 ON n4 CANCELLED AT 2023-11-02T10:00:00 ***\n"
BAD = 'Traceback (most recent call last):\n  File "/srv/a.py", line 3, in run\nValueError: bad\n'


def test_an_order_to_end_follows_what_had_failed_before():
    exits = "srun: error: n4: task 2: Exited with exit code 1\n"
    found = first(STEPS + BAD + "srun: Terminating StepId=812.0\n" + CANCELLED + exits)
    assert (found.cause, found.confidence) == ("unknown", "possible")
    assert "ValueError" in found.summary


@pytest.mark.parametrize(
    "text",
    [
        STEPS + CANCELLED,
        STEPS + BAD + STEPS + CANCELLED,
        STEPS + CANCELLED + BAD.replace("ValueError: bad", "KeyboardInterrupt"),
    ],
)
def test_an_order_to_end_is_told_where_nothing_failed_before_or_it_was_got_over(text):
    assert first(text).cause == "killed"


RECAP = "n{n} : ok=9    changed=5    unreachable=0    failed={f}    rescued={r}    ignored=0\n"


@pytest.mark.parametrize("failed", [(1, 0, 0), (0, 1, 0), (0, 0, 1)])
def test_one_of_several_that_failed_is_no_success(failed):
    recap = "".join(RECAP.format(n=n, f=f, r=1 - f) for n, f in enumerate(failed))
    assert first(RAISED + recap).cause == "missing-library"
    with pytest.raises(NoProcessState, match="tells of nothing that failed"):
        first(RAISED + recap.replace("failed=1", "failed=0"))


COUNTED = "Succeeded : 95\nFailed : 2 (retried)\n-[rna] Pipeline completed successfully-\n"
OOM = "slurmstepd: error: Detected 1 oom_kill event in StepId=7.batch. Some have been OOM Killed.\n"


def test_what_a_run_counts_as_got_over_is_none_though_its_files_are_shown():
    with pytest.raises(NoProcessState, match="tells of nothing that failed"):
        first(COUNTED + "$ tail -n 5 work/4c/.command.err\n" + OOM)


@pytest.mark.parametrize(
    "text",
    [
        COUNTED + "$ python report.py\n" + RAISED + "$ cat notes\nhello\n",
        COUNTED + RAISED,
        RAISED.replace("Tr", "Failed : 2 (retried)\nTr") + "ninja: build stopped: failed\n",
    ],
)
def test_what_is_run_behind_such_a_count_or_ends_otherwise_is_told(text):
    assert first(text).cause == "missing-library"


@pytest.mark.parametrize(
    "part", ["upload of logs completed successfully\n", "Task state COMPLETED 3 of 4\n"]
)
def test_a_part_that_went_well_mutes_only_what_the_text_had_got_over(part):
    assert first(STEPS + RAISED + part).cause == "missing-library"
    with pytest.raises(NoProcessState, match="tells of nothing that failed"):
        first(STEPS + RAISED + STEPS + part)


def test_what_ran_a_build_step_passes_its_failure_on():
    clone = "error: RPC failed; curl 92 HTTP/2 stream 5 was not closed cleanly: CANCEL (err 8)\n"
    ninja = "FAILED: fmt-stamp/fmt-download\n" + clone + "ninja: build stopped: failed.\n\n"
    at = "CMake Error at /usr/share/cmake/FetchContent.cmake:1918 (message):\n"
    text = (
        f"-- The C compiler identification is GNU 13\n{ninja}{at}  Build step for fmt failed: 1\n"
    )
    assert first(text).cause == "network-error"


def test_a_service_here_that_does_not_answer_is_no_download():
    curl = "$ curl -sS localhost:80/up\ncurl: (7) Failed to connect to localhost port 80: refused\n"
    said = 'could not select device driver "nvidia" with capabilities: [[gpu]]\n'
    assert first(f"Error response from daemon: {said}{curl}").cause == "configuration"


def test_what_a_program_says_of_its_surroundings_is_no_build() -> None:
    text = RAISED + "Collecting environment information...\nPyTorch version: 2.3.1\n"
    assert first(text).cause == "missing-library"


def test_a_part_that_is_listed_as_failed_ends_the_success_of_another() -> None:
    text = (
        "error: Multiple top-level packages discovered in a flat-layout: ['a', 'b'].\n"
        "lint: commands[0]> ruff check a\nAll checks passed!\n"
        "  py311: FAIL code 1 (2.31 seconds)\n  lint: OK (3.10 seconds)\n"
    )
    assert first(text).cause == "configuration"


def test_who_tries_another_thing_again_does_not_mute_what_failed() -> None:
    other = "WARN TaskMemory: could not take a page, try again.\nERROR Exchange: it was given up\n"
    assert first(STEPS + other + RAISED + STEPS[:200]).cause == "missing-library"


def test_the_answer_of_a_command_behind_is_not_of_what_failed() -> None:
    text = RAISED + "(base) [ada@gpu5 mc]$ sudo dmesg | tail -1\nquiet\n"
    assert first(f"{text}(base) [ada@gpu5 mc]$ echo $?\n0\n").cause == "missing-library"


def test_an_indented_error_of_a_build_is_read() -> None:
    text = (
        "Collecting ring\n  error: subprocess-exited-with-error\n"
        "      building 'ring._core' extension\n"
        "      error: command 'gcc' failed: No such file or directory\n"
        "  ERROR: Failed building wheel for ring\n"
    )
    assert first(text).cause == "missing-tool"


def test_the_message_of_what_failed_counts_where_its_supervisor_goes_on() -> None:
    text = (
        STEPS + 'Traceback (most recent call last):\n  File "/srv/a.py", line 3, in run\n'
        "    work()\ndb.Unavailable.StoreError: connection refused by 10.0.0.7:5432\n" + STEPS
    )
    found = first(text)
    assert (found.cause, found.confidence) == ("network-error", "possible")


def test_the_lines_of_a_message_and_what_it_came_of_are_quoted() -> None:
    text = (
        'Traceback (most recent call last):\n  File "/srv/a.py", line 3, in look\n    ask()\n'
        "socket.gaierror: [Errno -2] Name or service not known\n\n"
        "The above exception was the direct cause of the following exception:\n\n"
        'Traceback (most recent call last):\n  File "/srv/a.py", line 5, in look\n'
        '    raise StoreError("out of memory")\nStoreError: Task ran out of memory\n'
        "where the task (name=load_tiles) was running\n"
    )
    told = [one.text for one in first(text).quotes]
    assert any("gaierror" in one for one in told) and any("load_tiles" in one for one in told)
