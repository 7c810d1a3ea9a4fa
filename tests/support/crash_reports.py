"""Hand-made reports of crashes, one a situation, for tests of what people get to see."""

from __future__ import annotations

from atfault.model.findings import Advice, Blame, Evidence, Finding, NotChecked
from atfault.model.report import SignalReport
from atfault.model.report_company import PlaceReport, StartReport
from support.report_parts import (
    CWD,
    HOSTILE,
    LIBC,
    LIBPYTHON,
    PACKAGES,
    STARTUP,
    idle_openblas,
    interpreter_frames,
    native_frame,
    python_frame,
    report,
    segv,
    source,
    thread,
)


def out_of_bounds():
    """The contract's example."""
    blame = Blame(
        f"{CWD}/paint.py",
        16,
        "main",
        "MainThread",
        source(
            14,
            "def main():",
            "    grid = np.zeros((64, 64))",
            "    paint(grid, 50_000_000, 10)",
        ),
    )
    finding = Finding(
        "out-of-bounds",
        "grid has 64 rows; row 50000000 was written",
        "certain",
        (blame,),
        (
            Evidence(
                "the address lies 25.6 GB past the end of grid, float64[64, 64] at 0x7f24c0a80010"
            ),
            Evidence(
                "it was reached in paint (paint.py:11), compiled by Numba, which does not check "
                "bounds"
            ),
        ),
        (Advice("the same run with bounds checks", "atfault run --again python paint.py"),),
    )
    grid = ("grid", "numpy.ndarray", "float64[64, 64] at 0x7f24c0a80010, mapped")
    main = thread(
        "MainThread",
        4711,
        [
            native_frame(
                "paint(Array<double, 2, C>, long, long)",
                None,
                file=f"{CWD}/paint.py",
                line=11,
                kind="jit",
                mine=True,
            ),
            native_frame(
                "(anonymous namespace)::call_cfunc(Dispatcher*, _object*)",
                f"{PACKAGES}/numba/_dispatcher.cpython-311-x86_64-linux-gnu.so",
                file="/build/numba/_dispatcher.cpp",
                line=1102,
                inlined=True,
            ),
            native_frame(
                "Dispatcher_call(Dispatcher*, _object*, _object*)",
                f"{PACKAGES}/numba/_dispatcher.cpython-311-x86_64-linux-gnu.so",
                file="/build/numba/_dispatcher.cpp",
                line=1459,
            ),
            *interpreter_frames("_PyObject_MakeTpCall", "_PyEval_EvalFrameDefault"),
            python_frame("main", "paint.py", 16, "paint(grid, 50_000_000, 10)", locals=(grid,)),
            python_frame(
                "<module>",
                "paint.py",
                18,
                "main()",
                locals=(("np", "module", "<module 'numpy'>"), ("paint", "Dispatcher", "paint")),
            ),
            *STARTUP,
        ],
        crashed=True,
        holds_gil=True,
    )
    return report(
        [finding],
        [main, *(idle_openblas(4712 + i) for i in range(3))],
        signal=segv(0x7F2AB8001018),
    )


def null_dereference():
    """Through ctypes, with columns, two threads, checks that could not run and a warning."""
    line = "    result = transform(lib.brush_width(None), scale=2.5)"
    blame = Blame(
        f"{CWD}/brush.py",
        42,
        "draw",
        "worker-1",
        source(
            40,
            "def draw(lib, jobs):",
            "    jobs.start()",
            line,
            "",
            "    return result",
        ),
    )
    findings = [
        Finding(
            "null-dereference",
            "brush_width read 4 bytes at 0x18, an offset from a null pointer",
            "certain",
            (blame,),
            (
                Evidence("the address 0x18 lies in the first 64 KiB, where nothing is ever mapped"),
                Evidence("the instruction is `mov eax, dword ptr [rdi + 0x18]`, and rdi is 0"),
                Evidence(
                    "argument 1 of brush_width was None, which ctypes passes as a null pointer"
                ),
            ),
            (
                Advice("check the pointer before the call"),
                Advice(
                    "declare the argument, so that ctypes checks it",
                    "lib.brush_width.argtypes = [ctypes.POINTER(Brush)]",
                ),
            ),
        ),
        Finding(
            "data-race",
            "2 threads are inside libbrush.so at once",
            "possible",
            (blame._replace(line=77, source=()),),
            (Evidence("it is not known whether libbrush.so may be used from several threads"),),
        ),
    ]
    locals_ = (
        ("lib", "ctypes.CDLL", "<CDLL 'libbrush.so'>"),
        ("jobs", "queue.Queue", "Queue(maxsize=0)"),
        ("self", "brush.Canvas", "Canvas(width=640, height=480)"),
        ("token", "str", "‹hidden›"),
    )
    crashed = thread(
        "worker-1",
        4713,
        [
            native_frame("brush_width", f"{CWD}/libbrush.so", file="/src/brush.c", line=9),
            native_frame("ffi_call_unix64", "/usr/lib/x86_64-linux-gnu/libffi.so.8"),
            native_frame(
                "_ctypes_callproc", "/usr/lib/python3.11/lib-dynload/_ctypes.cpython-311.so"
            ),
            *interpreter_frames("_PyObject_MakeTpCall", "_PyEval_EvalFrameDefault"),
            python_frame("draw", "brush.py", 42, line.strip(), locals=locals_, columns=(24, 45)),
            python_frame(
                "run", "/usr/lib/python3.11/threading.py", 975, "self._target()", mine=False
            ),
            python_frame(
                "_bootstrap", "/usr/lib/python3.11/threading.py", 995, "self.run()", mine=False
            ),
            native_frame("thread_run", LIBPYTHON),
            native_frame("start_thread", LIBC),
        ],
        crashed=True,
        holds_gil=False,
    )
    main = thread(
        "MainThread",
        4711,
        [
            native_frame("__futex_abstimed_wait_common64", LIBC),
            native_frame("PyThread_acquire_lock_timed", LIBPYTHON),
            python_frame(
                "join", "/usr/lib/python3.11/threading.py", 1112, "self._wait()", mine=False
            ),
            python_frame("<module>", "brush.py", 60, "worker.join()"),
            *STARTUP,
        ],
        holds_gil=True,
        state="sleeping",
    )
    return report(
        findings,
        [crashed, main],
        signal=segv(0x18),
        script="brush.py",
        not_checked=(
            NotChecked("shared-memory-full", "/dev/shm was not looked at"),
            NotChecked("out-of-memory", "how the process ended is not known"),
        ),
        warnings=("libbrush.so has no debug information: no arguments are known",),
    )


def cpp_abort():
    """An uncaught C++ exception out of a deep library stack."""
    torch = f"{PACKAGES}/torch/lib/libtorch_cpu.so"
    blame = Blame(
        f"{CWD}/train.py",
        88,
        "step",
        "MainThread",
        source(87, "    for batch in loader:", "        loss = model(batch)  # forward pass"),
    )
    finding = Finding(
        "uncaught-cpp-exception",
        "std::out_of_range was thrown and nobody caught it: vector::_M_range_check: __n (which is "
        "12) >= this->size() (which is 12)",
        "certain",
        (blame,),
        (Evidence("std::terminate was called, which ends the process"),),
        (Advice("the library's own bug: report it with this stack"),),
    )
    frames = [
        native_frame("__pthread_kill_implementation", LIBC),
        native_frame("raise", LIBC),
        native_frame("abort", LIBC),
        native_frame("__gnu_cxx::__verbose_terminate_handler()", "/usr/lib/libstdc++.so.6"),
        native_frame("__cxa_throw", "/usr/lib/libstdc++.so.6"),
        native_frame(
            "std::vector<long, std::allocator<long> >::_M_range_check(unsigned long) const",
            torch,
            inlined=True,
            file="/usr/include/c++/13/bits/stl_vector.h",
            line=1158,
        ),
        native_frame(
            "at::native::(anonymous namespace)::cpu_kernel_vec<1, float>(at::TensorIteratorBase&, "
            "c10::ArrayRef<long>)::{lambda(char**, long const*, long)#2}::operator()(char**, long)"
            " const",
            torch,
            file="/build/aten/src/ATen/native/cpu/Loops.h",
            line=209,
        ),
        native_frame(
            "mkl_blas_avx512_sgemm_kernel_0", f"{PACKAGES}/torch/lib/libmkl.so", trust="scanned"
        ),
        native_frame("??", torch, 0x7F24C0A80999),
        python_frame(
            "forward",
            f"{PACKAGES}/torch/nn/modules/linear.py",
            125,
            "return F.linear(input, self.weight, self.bias)",
            mine=False,
        ),
        python_frame(
            "step",
            "train.py",
            88,
            "loss = model(batch)  # forward pass",
            locals=(
                ("batch", "torch.Tensor", "float32[32, 3, 224, 224] cpu at 0x7f24c0a80010"),
                ("epoch", "int", "3"),
                ("lr", "float", "0.001"),
            ),
            columns=(16, 28),
        ),
        python_frame("<module>", "train.py", 101, "step()"),
        *STARTUP,
    ]
    return report(
        [finding],
        [thread("MainThread", 4711, frames, crashed=True, holds_gil=True)],
        signal=SignalReport(6, "SIGABRT", -6, "SI_TKILL", None, 4711),
        script="train.py",
    )


def stack_overflow():
    """A recursion of one function, then one of two."""
    blame = Blame(
        f"{CWD}/walk.py",
        3,
        "fib",
        "MainThread",
        source(2, "def fib(n):", "    return fib(n - 1) + n"),
    )
    deep = [
        python_frame("fib", "walk.py", 3, "return fib(n - 1) + n", locals=(("n", "int", str(i)),))
        for i in range(8414)
    ]
    pairs = []
    for _ in range(500):
        pairs.append(python_frame("odd", "walk.py", 9, "return even(n - 1)"))
        pairs.append(python_frame("even", "walk.py", 7, "return odd(n - 1)"))
    finding = Finding(
        "stack-overflow",
        "fib called itself 8,414 times until the 8 MiB stack was used up",
        "certain",
        (blame,),
        (Evidence("the address lies in the guard page below the thread's stack"),),
        (Advice("turn the recursion into a loop"),),
    )
    main = thread(
        "MainThread",
        4711,
        [*deep, *pairs, python_frame("<module>", "walk.py", 20, "even(1000)"), *STARTUP],
        crashed=True,
        holds_gil=True,
    )
    return report([finding], [main], signal=segv(0x7FFD00000FF8), script="walk.py")


def out_of_memory():
    finding = Finding(
        "out-of-memory",
        "the cgroup /job allows 2.0 GiB; the process had 1.9 GiB when the kernel killed it",
        "certain",
        (),
        (Evidence("oom_kill in memory.events of the cgroup /job rose by 1 while it ran"),),
        (Advice("raise the limit", "docker run --memory 4g"), Advice("load the data in parts")),
    )
    return report(
        [finding],
        [],
        kind="killed",
        signal=SignalReport(9, "SIGKILL", None, None, None, None),
        script="train.py",
    )


def unmerged_stack():
    finding = Finding("unknown", "a crash in libfoo.so; nothing better is known", "possible")
    main = thread(
        "MainThread",
        4711,
        [
            native_frame("foo_free", "/opt/foo/libfoo.so"),
            native_frame("foo_close", "/opt/foo/libfoo.so", trust="frame-pointer"),
            python_frame("close", "foo.py", 7, "self.handle.close()"),
            python_frame("<module>", "foo.py", 12, "close()"),
        ],
        crashed=True,
        merged=False,
        stop_reason="no unwind information for libfoo.so",
    )
    return report([finding], [main], signal=segv(0x5500DEADBEEF, "SEGV_ACCERR", 2), script="foo.py")


def hostile_names():
    """Everything that a program names itself is hostile."""
    blame = Blame(
        f"{CWD}/{HOSTILE}.py", 3, HOSTILE, HOSTILE, source(2, HOSTILE, "x" * 500, HOSTILE)
    )
    finding = Finding(
        "wild-pointer",
        HOSTILE,
        "likely",
        (blame,),
        (Evidence(HOSTILE),),
        (Advice(HOSTILE, HOSTILE),),
    )
    frames = [
        native_frame(HOSTILE, f"/lib/{HOSTILE}.so"),
        native_frame("f" * 1000 + "<" * 1000, f"/lib/{'long' * 100}.so"),
        python_frame(
            HOSTILE,
            f"{HOSTILE}.py",
            3,
            HOSTILE,
            locals=((HOSTILE, HOSTILE, HOSTILE * 100),),
            columns=(200, 220),
        ),
        python_frame("名前" * 40, "日本語/ファイル.py", 3, "結果 = 計算する(値)"),
    ]
    child = report([Finding("killed", HOSTILE, "certain", (blame,))], [], kind="killed")
    return report(
        [finding, finding],
        [thread(HOSTILE, 4711, frames, crashed=True, stop_reason=HOSTILE)],
        signal=segv(1 << 47),
        script=HOSTILE,
        not_checked=(NotChecked(HOSTILE, HOSTILE),),
        warnings=(HOSTILE,) * 20,
        children=(child._replace(headline=HOSTILE),),
    )


def thousand_threads():
    """One crashes, many wait in the same place, many are idle in pools, a few differ."""
    crashed = out_of_bounds()
    waiting = [
        thread(
            f"worker-{i}",
            5000 + i,
            [
                native_frame("__futex_abstimed_wait_common64", LIBC),
                python_frame("get", "/usr/lib/python3.11/queue.py", 171, "self.wait()", mine=False),
                python_frame("work", "pool.py", 30, "job = jobs.get()"),
            ],
            state="sleeping",
        )
        for i in range(600)
    ]
    different = [
        thread(
            f"odd-{i}",
            7000 + i,
            [python_frame(f"task_{i}", "pool.py", 100 + i, f"run({i})")],
            state="running",
        )
        for i in range(9)
    ]
    idle = [idle_openblas(8000 + i) for i in range(390)]
    return crashed._replace(threads=(crashed.threads[0], *waiting, *idle, *different))


def dead_child():
    """The program itself is well; a process that it started died."""
    child = out_of_bounds()
    finding = Finding(
        "worker-died",
        "worker 4711 died of SIGSEGV, and its parent waits for it",
        "certain",
        title="Stuck: the process waits for a worker that has died",
    )
    return report([finding], [], kind="snapshot", children=(child,), script="main.py")


def loader_worker():
    """A worker that the program started; three more died in the same way."""
    line = Blame(
        f"{CWD}/train.py",
        31,
        "train",
        "",
        source(
            29,
            "def train(loader):",
            "    model = build()",
            "    for batch in loader:",
            "        step(model, batch)",
        ),
    )
    started = StartReport(
        4700,
        "torch DataLoader worker",
        line,
        (
            PlaceReport("/usr/lib/python3.12/multiprocessing/process.py", 121, "start"),
            PlaceReport(f"{CWD}/train.py", 31, "train", True),
        ),
        (PlaceReport(f"{CWD}/train.py", 32, "train", True),),
        "ended with exit status 1",
        role="pool",
    )
    return null_dereference()._replace(started=started, alike=(4712, 4713, 4714), headline="")


def server_worker():
    """Started by no line of the user's."""
    places = (PlaceReport("/venv/lib/python3.12/site-packages/gunicorn/arbiter.py", 752, "spawn"),)
    started = StartReport(4700, "gunicorn worker", None, places, role="pool")
    return out_of_bounds()._replace(started=started)


SAMPLES = {
    "out_of_bounds": out_of_bounds,
    "null_dereference": null_dereference,
    "cpp_abort": cpp_abort,
    "stack_overflow": stack_overflow,
    "out_of_memory": out_of_memory,
    "unmerged_stack": unmerged_stack,
    "hostile_names": hostile_names,
    "thousand_threads": thousand_threads,
    "dead_child": dead_child,
    "loader_worker": loader_worker,
    "server_worker": server_worker,
}
