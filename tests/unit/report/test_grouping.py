"""Which threads count as idle in a pool: those that certainly are, and no others."""

from __future__ import annotations

import pytest

from atfault.report.grouping import idle_pool
from support.report_parts import LIBC, PACKAGES, idle_openblas, native_frame, python_frame, thread

FUTEX = native_frame("__futex_abstimed_wait_common64", LIBC)
WAIT = native_frame("pthread_cond_wait@@GLIBC_2.3.2", LIBC)
START = [native_frame("start_thread", LIBC), native_frame("clone3", LIBC)]
TORCH = f"{PACKAGES}/torch/lib/libtorch_cpu.so"
GOMP = f"{PACKAGES}/torch/lib/libgomp-a34b3233.so.1"


def pool_of(*frames, **more):
    return idle_pool(thread("python", 9, frames, **more))


def test_openblas():
    assert idle_pool(idle_openblas(5)) == ("OpenBLAS", "blas_thread_server")


def test_libgomp_without_symbols():
    assert pool_of(native_frame("??", GOMP), native_frame("??", GOMP), *START) == (
        "OpenMP (GNU)",
        "",
    )


def test_libgomp_worker_inside_a_parallel_region_is_busy():
    busy = (native_frame("at::kernel", TORCH), native_frame("??", GOMP), *START)
    assert pool_of(*busy) == ("", "")


def test_libgomp_worker_copying_memory_for_a_kernel_is_busy():
    copying = (
        native_frame("__memmove_avx_unaligned_erms", LIBC),
        native_frame("at::copy_kernel", TORCH),
        native_frame("??", GOMP),
        *START,
    )
    assert pool_of(*copying) == ("", "")


def test_torch_autograd_at_work_is_busy():
    frames = (
        FUTEX,
        native_frame("torch::autograd::SomeBackward::apply()", TORCH),
        native_frame("torch::autograd::Engine::thread_main(GraphTask const&)", TORCH),
        *START,
    )
    assert pool_of(*frames) == ("", "")


def test_openblas_worker_at_work_is_busy():
    blas = f"{PACKAGES}/numpy.libs/libopenblas.so"
    frames = (native_frame("dgemm_kernel", blas), native_frame("blas_thread_server", blas), *START)
    assert pool_of(*frames) == ("", "")


def test_a_worker_of_a_python_thread_pool_waiting_for_a_job():
    frames = (
        FUTEX,
        python_frame("_worker", "/usr/lib/python3.11/concurrent/futures/thread.py", 81, mine=False),
        python_frame("run", "/usr/lib/python3.11/threading.py", 975, mine=False),
        *START,
    )
    assert pool_of(*frames) == ("concurrent.futures", "_worker")


def test_a_worker_that_runs_a_job_of_the_users_is_busy():
    frames = (
        FUTEX,
        python_frame("job", "app.py", 3),
        python_frame("_worker", "/usr/lib/python3.11/concurrent/futures/thread.py", 83, mine=False),
        *START,
    )
    assert pool_of(*frames) == ("", "")


@pytest.mark.parametrize("more", [{"crashed": True}, {"holds_gil": True}, {"merged": False}])
def test_a_thread_that_matters_is_never_idle(more):
    assert pool_of(*idle_openblas(5).frames, **more) == ("", "")


def test_a_waiting_thread_of_nobodys_is_shown():
    assert pool_of(FUTEX, WAIT, *START) == ("", "")
    assert pool_of() == ("", "")


def test_what_the_pipeline_found_is_believed():
    assert idle_pool(idle_openblas(5)._replace(idle_in="MyPool"))[0] == "MyPool"
