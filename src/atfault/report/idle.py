"""Threads that wait for work in a library's pool, told by their native frames.

Such a thread is noise in a report: it does nothing, and there may be hundreds. A thread counts as
idle only if everything further in than the pool's own function is a wait of the C library, and
everything further out belongs to the pool or to the start of a thread. When in doubt it is shown.
"""

from typing import NamedTuple

from atfault.model.report import FrameReport, ThreadReport
from atfault.model.roles import is_system
from atfault.report.places import module_name

MAX_FRAMES = 40
"""A waiting pool thread has few frames."""


class Pool(NamedTuple):
    """How to recognise the threads of one pool."""

    library: str
    """For people."""
    functions: tuple[str, ...] = ()
    """Parts of the names of its worker functions; one of them must be on the stack."""
    modules: tuple[str, ...] = ()
    """Beginnings of the file names of its library. Without functions (a library without symbols):
    every frame must lie in them or in the C library."""
    waits: tuple[str, ...] = ()
    """Parts of the names of its own functions that only wait for work."""


POOLS = (
    Pool("OpenBLAS", functions=("blas_thread_server",)),
    Pool("OpenMP (libgomp)", modules=("libgomp",)),
    Pool("OpenMP (Intel)", modules=("libiomp5", "libomp")),
    Pool(
        "torch autograd",
        functions=("torch::autograd::Engine::thread_main", "Engine::thread_init"),
        waits=("ReadyQueue::pop", "Engine::thread_main", "Engine::thread_init"),
    ),
    Pool("torch thread pool", functions=("c10::ThreadPool::main_loop",)),
    Pool("PThreadPool", functions=("wait_for_new_command", "pthreadpool_thread_main")),
    Pool("TBB", modules=("libtbb",)),
    Pool(
        "Numba's workqueue",
        functions=("thread_worker",),
        modules=("workqueue.",),
        waits=("queue_condition_wait", "wait_for", "thread_worker"),
    ),
    Pool(
        "gRPC",
        functions=("grpc_core::", "grpc_event_engine::", "timer_main_loop"),
        waits=("grpc_core::", "grpc_event_engine::", "gpr_cv_wait", "absl::", "timer_main_loop"),
    ),
    Pool("jemalloc", functions=("background_thread_entry", "background_work_sleep_once")),
    Pool("Arrow", functions=("arrow::internal::WorkerLoop",), waits=("arrow::internal::",)),
    Pool("the CUDA driver", modules=("libcuda.",)),
)

PYTHON_POOL_WAITS = (
    ("concurrent.futures", "concurrent/futures/thread.py", "_worker"),
    ("multiprocessing.pool", "multiprocessing/pool.py", "worker"),
)
"""(library, end of the file name, function) of the innermost Python frame of a waiting worker."""
WAIT_FUNCTIONS = (
    "futex",
    "lll_lock",
    "cond_wait",
    "cond_timedwait",
    "cond_clockwait",
    "condition_variable",
    "sem_wait",
    "sem_timedwait",
    "nanosleep",
    "sched_yield",
    "syscall",
    "poll",
    "select",
    "epoll_wait",
)
"""Parts of the names under which the C library waits."""


def idle_pool(thread: ThreadReport) -> tuple[str, str]:
    """(library, its worker function) of an idle pool thread; ("", "") for every other thread."""
    if thread.crashed or thread.holds_gil or not thread.merged:
        return "", ""
    if thread.idle_in:
        return thread.idle_in, _worker_name(thread.frames, thread.idle_in)
    frames = thread.frames
    if not frames or len(frames) > MAX_FRAMES:
        return "", ""
    if any(frame.kind == "python" for frame in frames):
        return _python_pool(frames)
    if any(frame.kind == "jit" for frame in frames):
        return "", ""
    modules = [module_name(frame) for frame in frames]
    is_wait = _is_wait(frames[0], modules[0])
    for pool in POOLS:
        if is_wait or (pool.modules and modules[0].startswith(pool.modules)):
            function = _worker_of(pool, frames, modules)
            if function is not None:
                return pool.library, function
    return "", ""


def _worker_of(pool: Pool, frames: tuple[FrameReport, ...], modules: list[str]) -> str | None:
    """The pool's worker function if the thread, which waits, does so in the pool ("" when it has no
    name), else None. modules: where each frame lies."""
    if not pool.functions:
        own = [module for module in modules if module.startswith(pool.modules)]
        if own and all(m in own or is_system(m) for m in modules):
            return ""
        return None
    for frame, module in zip(frames, modules):
        if _named(frame, pool.functions) and (not pool.modules or module.startswith(pool.modules)):
            return _short_name(frame.function)
        if not (is_system(module) or _named(frame, pool.waits)):
            return None
    return None


def _python_pool(frames: tuple[FrameReport, ...]) -> tuple[str, str]:
    """An idle worker of a pool written in Python, which waits in its queue's C code."""
    innermost = next(frame for frame in frames if frame.kind == "python")
    outside = any(frame.mine for frame in frames)
    for library, file, function in PYTHON_POOL_WAITS:
        known = (innermost.file or "").endswith(file) and innermost.function == function
        if known and not outside and _named(frames[0], WAIT_FUNCTIONS):
            return library, function
    return "", ""


def _worker_name(frames: tuple[FrameReport, ...], library: str) -> str:
    for pool in POOLS:
        if pool.library == library:
            for frame in frames[:MAX_FRAMES]:
                if _named(frame, pool.functions):
                    return _short_name(frame.function)
    return ""


def _is_wait(frame: FrameReport, module: str) -> bool:
    """In a waiting function of the C library, or in one that has no name there."""
    unnamed = frame.function in ("", "??")
    return is_system(module) and (unnamed or _named(frame, WAIT_FUNCTIONS))


def _named(frame: FrameReport, parts: tuple[str, ...]) -> bool:
    function = frame.function
    for part in parts:  # noqa: SIM110 (any() takes twice as long, and this is asked a lot)
        if part in function:
            return True
    return False


def _short_name(function: str) -> str:
    return function.partition("(")[0]
