import pytest

from atfault.model import roles

SYSTEM = {roles.is_c_library, roles.is_system, roles.is_plumbing, roles.has_own_names_alone}
POOL = {roles.pool_of}
ALL = (
    *(roles.is_libc, roles.is_c_library, roles.has_own_names_alone, roles.is_cpp_library),
    *(roles.is_system, roles.is_interpreter, roles.is_interpreter_library, roles.is_ctypes),
    *(roles.is_plumbing, roles.is_gpu_driver, roles.is_numpy_core, roles.pool_of),
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("libc.so.6", {roles.is_libc} | SYSTEM),
        ("libc-2.31.so", {roles.is_libc} | SYSTEM),
        ("ld-musl-x86_64.so.1", {roles.is_libc} | SYSTEM),
        ("libc.musl-x86_64.so.1", {roles.is_libc} | SYSTEM),
        ("ld-linux-x86-64.so.2", SYSTEM),
        ("ld-2.31.so", SYSTEM),
        ("libm.so.6", SYSTEM),
        ("libpthread-2.31.so", SYSTEM),
        ("linux-vdso.so.1", SYSTEM),
        ("[vdso]", SYSTEM),
        ("libgcc_s.so.1", SYSTEM - {roles.is_c_library}),
        ("libstdc++.so.6", {roles.is_cpp_library, roles.is_system, roles.is_plumbing}),
        (
            "libstdc++-1a2b3c4d.so.6.0.28",
            {roles.is_cpp_library, roles.is_system, roles.is_plumbing},
        ),
        ("libc++abi.so.1", {roles.is_cpp_library, roles.is_system, roles.is_plumbing}),
        ("python", {roles.is_interpreter, roles.is_plumbing}),
        ("python3.13t", {roles.is_interpreter, roles.is_plumbing}),
        ("python3.11-dbg", {roles.is_interpreter, roles.is_plumbing}),
        (
            "libpython3.11.so.1.0",
            {roles.is_interpreter, roles.is_interpreter_library, roles.is_plumbing},
        ),
        ("_ctypes.cpython-311-x86_64-linux-gnu.so", {roles.is_ctypes, roles.is_plumbing}),
        ("libffi-a28f1d0b.so.8.1.4", {roles.is_ctypes, roles.is_plumbing}),
        ("_cffi_backend.cpython-311-x86_64-linux-gnu.so", {roles.is_plumbing}),
        ("libgomp-a34b3233.so.1.0.0", POOL),
        ("libscipy_openblas64_-ff651d7f.so", POOL),
        ("libcuda.so.1", {roles.is_gpu_driver, *POOL}),
        ("_multiarray_umath.cpython-311-x86_64-linux-gnu.so", {roles.is_numpy_core}),
        *((name, set()) for name in ("libc10.so", "libcudart.so.12", "libmagic.so.1", "")),
        *(
            (name, set())
            for name in ("libompl.so.1", "python_snappy.so", "linux-tool", "libmine.so")
        ),
    ],
)
def test_a_file_is_to_a_program_what_its_name_says(name, expected):
    assert {asked.__name__ for asked in ALL if asked(name)} == {one.__name__ for one in expected}


@pytest.mark.parametrize(
    ("name", "maker"),
    [("libgomp.so.1", "GNU"), ("libiomp5.so", "Intel"), ("libomp-0e1b2c3d.so", "LLVM")],
)
def test_a_runtime_of_openmp_has_a_maker(name, maker):
    assert (roles.openmp_maker(name), roles.blas_maker(name)) == (maker, "")


@pytest.mark.parametrize(
    ("name", "maker"),
    [("libopenblas64_p-r0-1a2b.so", "OpenBLAS"), ("libmkl_rt.so.2", "MKL"), ("libblis.so", "BLIS")],
)
def test_a_library_of_linear_algebra_has_a_maker(name, maker):
    assert (roles.openmp_maker(name), roles.blas_maker(name)) == ("", maker)


@pytest.mark.parametrize(
    ("file", "is_package", "is_of_probe"),
    [
        ("/env/lib/python3.11/site-packages/a/b.py", True, False),
        ("/usr/lib/python3/dist-packages/a.py", True, False),
        ("/env/src/atfault_probe/hooks.py", True, True),
        ("/cache/pex/installed_wheels/3/89cd/numpy-2.4.6-cp311-linux.whl/numpy/a.py", True, False),
        ("/me/__pypackages__/3.11/lib/a/b.py", True, False),
        ("/env/lib/python3.11/site-packages/multiprocess/pool.py", False, False),
        ("/me/packages/a.py", False, False),
    ],
)
def test_a_file_of_python_is_a_packages_or_not(file, is_package, is_of_probe):
    assert (roles.is_package(file), roles.is_of_probe(file)) == (is_package, is_of_probe)


@pytest.mark.parametrize(
    ("file", "title"),
    [
        ("_umath.cpython-311-x86_64-linux-gnu.so", "_umath"),
        ("_rust.abi3.so", "_rust"),
        ("libc.so.6", "libc.so.6"),
        ("librecogniser.so", "librecogniser.so"),
    ],
)
def test_an_extension_module_is_called_as_it_is_imported(file, title):
    assert roles.library_title(file) == title


@pytest.mark.parametrize(
    ("path", "file"),
    [
        ("/usr/lib/python3.11/threading.py", "threading.py"),
        ("threading.py", "threading.py"),
        ("/usr/lib/python3.11/asyncio/locks.py", "asyncio/locks.py"),
        ("asyncio/locks.py", "asyncio/locks.py"),
        ("/usr/lib/python3.11/concurrent/futures/thread.py", "concurrent/futures/thread.py"),
        ("/env/lib/python3.11/site-packages/trio/_core/_run.py", "trio/_core/_run.py"),
        ("/me/myasyncio/locks.py", "locks.py"),
        ("/env/lib/python3.11/site-packages/multiprocess/pool.py", "multiprocessing/pool.py"),
        ("/env/lib/python3.11/site-packages/billiard/pool.py", "multiprocessing/pool.py"),
    ],
)
def test_a_table_of_functions_names_a_file_by_its_package(path, file):
    assert roles.module_file(path) == file


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        ("/usr/lib/python3.11/asyncio/locks.py", "asyncio/locks.py"),
        ("/opt/lib64/python3.13t/queue.py", "queue.py"),
        ("lib/pypy3.10/queue.py", "queue.py"),
        ("/usr/lib/python3/threading.py", "threading.py"),
        ("/me/lib/python3x/queue.py", ""),
        ("/me/mylib/python3.11/queue.py", ""),
        ("/me/queue.py", ""),
    ],
)
def test_the_standard_library_is_known_by_its_folder(path, inside):
    assert roles.below_standard_library(path) == inside


def test_a_copy_of_the_standard_library_counts_as_that():
    assert roles.standard_type("multiprocess.queues.Queue") == "multiprocessing.queues.Queue"
    assert roles.standard_type("multiprocessor.Queue") == "multiprocessor.Queue"
    assert roles.standard_type("multiprocess") == "multiprocess"
    assert not roles.is_package("/env/lib/python3.11/site-packages/multiprocess/pool.py")
    assert roles.is_package("/env/lib/python3.11/site-packages/pebble/pool.py")
