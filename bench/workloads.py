"""The programs that leave the cores the benchmark reads, kept in a cache folder between runs."""

from __future__ import annotations

import atexit
import hashlib
import os
import pickle
import resource
import subprocess
import sys
import tempfile
import textwrap
import time

_TESTS = os.path.join(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")), "atfault")
CACHE = os.path.join(_TESTS, "bench")
NEWEST = os.path.join(_TESTS, "venvs", "3.15", "bin", "python")
"""Of tools/prepare_test_interpreters.sh."""

SMALL = """
    import ctypes
    def read(address):
        return ctypes.string_at(address)
    def main():
        read(0)
    main()
"""

TORCH_12_THREADS = """
    import ctypes, mmap
    import torch
    torch.set_num_threads(12)
    a = torch.randn(512, 512)
    for _ in range(5):
        a = torch.relu(a @ a).clamp(0, 1)      # starts the pool of 12
    torch.exp(torch.randn(4_000_000)).sum()
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    size = 1 << 16
    address = libc.mmap(None, size, 3, 0x22, -1, 0)
    weights = torch.frombuffer((ctypes.c_char * size).from_address(address), dtype=torch.float32)
    def train():
        libc.munmap(ctypes.c_void_p(address), size)
        return torch.exp(weights)
    train()
"""

TORCH_12_WORKERS = """
    import ctypes, threading
    import torch
    torch.set_num_threads(1)
    model = torch.nn.Sequential(
        torch.nn.Linear(256, 512), torch.nn.ReLU(), torch.nn.Linear(512, 256)
    )
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    size = 1 << 22
    address = libc.mmap(None, size, 3, 0x22, -1, 0)
    shared = torch.frombuffer((ctypes.c_char * size).from_address(address), dtype=torch.float32)
    started = threading.Barrier(12)
    def serve():
        batch = torch.randn(512, 256)
        started.wait()
        while True:
            model(batch).sum().backward()
    for _ in range(11):
        threading.Thread(target=serve, daemon=True).start()
    started.wait()
    def evaluate():
        libc.munmap(ctypes.c_void_p(address), size)
        return torch.nn.functional.gelu(shared)
    evaluate()
"""

NUMBA = """
    import numpy as np
    from numba import njit
    @njit
    def paint(grid, row, column):
        grid[row, column] = 1.0
    def main():
        grid = np.zeros((64, 64))
        paint(grid, 1, 1)
        paint(grid, 50_000_000, 10)
    main()
"""

SPARSE_20_GIB = """
    import ctypes, mmap
    hole = mmap.mmap(-1, 20 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)
    hole[0] = 1
    def read(address):
        return ctypes.string_at(address)
    def main():
        read(0)
    main()
"""

THREADS_1000 = """
    import ctypes, threading
    threading.stack_size(256 << 10)
    gate = threading.Event()
    def wait_for_gate():
        gate.wait()
    for _ in range(1000):
        threading.Thread(target=wait_for_gate, daemon=True).start()
    ctypes.string_at(0)
"""

RECURSION_100000 = """
    import ctypes, sys
    sys.setrecursionlimit(200_000)
    def dive(depth):
        if depth == 0:
            ctypes.string_at(0)
        return dive(depth - 1) + 1
    dive(100_000)
"""

NOTHING = """
    pass
"""

# Some five seconds: what a run costs once, at its start and end, has a row of its own.
CPU_BOUND = """
    total = 0
    for i in range(90_000_000):
        total += i & 7
"""

NUMBA_COMPILE = """
    import numpy as np
    from numba import njit
    def make(n):
        @njit
        def step(values, factor):
            total = 0.0
            found = []
            for i in range(values.shape[0]):
                total += values[i] * factor + n
                if total > 3:
                    found.append(i)
            return total, np.array(found).sum(), np.sqrt(values).max()
        return step
    for n in range(24):
        make(n)(np.ones(9), 0.5)
"""

NUMBA_TEN = """
    import numpy as np
    from numba import njit, prange, vectorize
    @njit
    def distance(a, b):
        total = 0.0
        for k in range(a.shape[0]):
            d = a[k] - b[k]
            total += d * d
        return np.sqrt(total)
    @njit
    def nearest(points, query):
        best, where = np.inf, -1
        for i in range(points.shape[0]):
            d = distance(points[i], query)
            if d < best:
                best, where = d, i
        return where, best
    @njit
    def assign(points, centres):
        labels = np.zeros(points.shape[0], np.int64)
        for i in range(points.shape[0]):
            labels[i] = nearest(centres, points[i])[0]
        return labels
    @njit
    def means(points, labels, count):
        sums = np.zeros((count, points.shape[1]))
        number = np.zeros(count)
        for i in range(labels.shape[0]):
            number[labels[i]] += 1
            sums[labels[i]] += points[i]
        for c in range(count):
            if number[c]:
                sums[c] /= number[c]
        return sums
    @njit
    def primes(limit):
        found = []
        for n in range(2, limit):
            for p in found:
                if n % p == 0:
                    break
            else:
                found.append(n)
        return found
    @njit
    def words(text):
        counts = dict()
        for one in text.split(" "):
            counts[one] = counts[one] + 1 if one in counts else 1
        return len(counts)
    @njit(parallel=True)
    def norms(points):
        out = np.empty(points.shape[0])
        for i in prange(points.shape[0]):
            out[i] = np.sqrt((points[i] ** 2).sum())
        return out / out.max()
    @vectorize(["float64(float64, float64)"])
    def clipped(x, top):
        return min(x, top)
    @njit
    def smooth(values, width):
        out = np.empty_like(values)
        for i in range(values.size):
            low, high = max(0, i - width), min(values.size, i + width + 1)
            out[i] = values[low:high].mean()
        return out
    @njit
    def sorted_unique(values):
        order = np.sort(values)
        keep = [order[0]]
        for v in order[1:]:
            if v != keep[-1]:
                keep.append(v)
        return np.array(keep)
    def main():
        points = np.random.default_rng(1).random((50, 3))
        centres = points[:4].copy()
        for _ in range(3):
            labels = assign(points, centres)
            centres = means(points, labels, 4)
        print(labels.sum(), centres.sum(), len(primes(100)), words("a b a"))
        print(norms(points).sum(), clipped(points, 0.5).sum(), smooth(points[:, 0].copy(), 2).sum())
        print(sorted_unique(np.arange(20.0) // 2).size)
    main()
"""
"""Ten functions that call each other as users' do, one of them parallel, one a ufunc."""

NUMBA_RUN = """
    import numpy as np
    from numba import njit
    @njit
    def add(a, b):
        return a + b
    for n in range(20_000_000):
        add(n, 2)
"""

JOURNAL = """
import sys
from atfault_probe import journal
record = journal.begin(sys.argv[1])
for _ in range(1_000_000):
    record(journal.NOTE, b"hello")
"""
"""The probe's journal, written as fast as can be."""

THREADS_5000 = """
    import threading
    def work():
        pass
    for _ in range(5000):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
"""


PROCESSES = "i=0; while [ $i -lt {count} ]; do /bin/true; i=$((i + 1)); done"
"""A shell's script of very short processes."""


def least_tracer() -> str:
    """The path of the least tracer (follow.c), which is compiled when it has changed."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "follow.c")
    with open(source, "rb") as file:
        name = hashlib.sha256(file.read()).hexdigest()[:12]
    path = os.path.join(CACHE, f"follow-{name}")
    if not os.path.exists(path):
        os.makedirs(CACHE, exist_ok=True)
        subprocess.run(["gcc", "-O2", "-o", path, source], check=True)
    return path


def script(source: str) -> str:
    """Write a program into the cache; its path."""
    text = textwrap.dedent(source).lstrip()
    folder = os.path.join(CACHE, hashlib.sha256(text.encode()).hexdigest()[:12])
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "program.py")
    with open(path, "w") as file:
        file.write(text)
    return path


def core(source: str, python: str = sys.executable) -> str:
    """Run a program that crashes, and give the path of its core.

    A core is kept for the environment that it was made in: without that one's libraries neither
    side can read it.
    """
    path = script(source)
    environment = hashlib.sha256(python.encode()).hexdigest()[:12]
    folder = os.path.join(os.path.dirname(path), environment)
    os.makedirs(folder, exist_ok=True)
    target = os.path.join(folder, "core")
    if os.path.exists(target) and os.path.getsize(target):
        return target
    with open("/proc/sys/kernel/core_pattern") as file:
        pattern = file.read().strip()
    if pattern != "core":
        raise SystemExit(f"bench: needs kernel.core_pattern = core, found {pattern!r}")

    def unlimited() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY,) * 2)

    subprocess.run(
        [python, path],
        cwd=folder,
        preexec_fn=unlimited,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    if not os.path.exists(target):
        raise SystemExit(f"bench: {path} left no core")
    return target


ERROR_WORDS = "error|fatal|failed"
LINES_WITH_REGEX = f"""
import re, sys
wanted = re.compile(r"(?i){ERROR_WORDS}")
print(sum(wanted.search(line) is not None for line in open(sys.argv[1], errors="replace")))
"""
_LOG = (
    "gcc -Wall -Werror=format-security -O2 -fPIC -Isrc -c src/mod{0}.c -o build/temp/mod{0}.o\n"
    "[{0}/900000] Building CXX object CMakeFiles/x.dir/src/file{0}.cpp.o\n"
    "src/mod{0}.c:12:5: warning: unused variable ‘x{0}’ [-Wunused-variable]\n"
    "   12 |     int x{0} = {0};\n"
    "      |         ^\n"
    "copying pkg/a{0}.py -> build/lib/pkg/a{0}.py\n"
)


_CTEST = """
set(CTEST_SOURCE_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set(CTEST_BINARY_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}/out")
set(CTEST_CMAKE_GENERATOR "Unix Makefiles")
set(CTEST_SITE here)
set(CTEST_BUILD_NAME log)
set(CTEST_BUILD_COMMAND "/bin/cat ${LOG}")
ctest_start(Experimental)
ctest_build(NUMBER_ERRORS found RETURN_VALUE status)
"""


def ctest_script() -> str:
    """The path of a script that has CTest look for errors in a log (-DLOG=…). Its list of regular
    expressions is the one that Spack's log parser has taken over; Spack itself is neither on PyPI
    nor in Debian."""
    folder = os.path.join(CACHE, "ctest")
    os.makedirs(os.path.join(folder, "out"), exist_ok=True)
    path = os.path.join(folder, "log.cmake")
    with open(path, "w") as file:
        file.write(_CTEST)
    return path


_ERROR = "src/mod{0}.c:{0}:5: error: ‘name{0}’ undeclared (first use in this function)\n"


def log(megabytes: int) -> str:
    """The path of a build's log of that size; what failed stands at its end."""
    end = (
        b"src/mod7.c:9:1: error: expected ';' before '}' token\n"
        b"make: *** [Makefile:3: build/temp/mod7.o] Error 1\n"
    )
    return _repeated(f"build-{megabytes}.log", megabytes, _LOG, end)


def errors(megabytes: int) -> str:
    """The path of a text of that size in which each line is an error of gcc's."""
    return _repeated(f"errors-{megabytes}.log", megabytes, _ERROR, b"")


def _repeated(name: str, megabytes: int, lines: str, end: bytes) -> str:
    path = os.path.join(CACHE, name)
    if os.path.exists(path):
        return path
    os.makedirs(CACHE, exist_ok=True)
    part = "".join(lines.format(number) for number in range(30_000)).encode()
    with open(path + ".part", "wb") as file:
        for _ in range(megabytes * 1_000_000 // len(part) + 1):
            file.write(part)
        file.write(end)
    os.replace(path + ".part", path)
    return path


_HEAD = '{{"schema":"atfault.rank/1","host":"node{0}"}}\n'
_RANK = (
    '{{"rank":{0},"world":{1},"job":"RANK 29500","pid":{0},"looked":[1764400000.0,1764400002.0],'
    '"stands":true,"call":{{"library":"torch","operation":"all_reduce","kind":"collective",'
    '"details":{{"dtype":"float32","shape":"[1000]"}}}},"doing":"waiting","stack":[{2}'
    '["train","/home/ada/train.py",{3},1]],"counters":{{"train step":3,"train batch":{0}}}}}\n'
)


def ranks(count: int) -> str:
    """A folder of files of atfault.rank/1, of 8 ranks each, in four places."""
    folder = os.path.join(CACHE, f"ranks-{count}")
    if os.path.exists(folder):
        return folder
    part = f"{folder}.part"
    os.makedirs(part)
    torch = "/usr/lib/python3/dist-packages/torch/nn/modules"
    inner = "".join(f'["f{n}","{torch}/m{n}.py",{n},0],' for n in range(20))
    for node in range(count // 8):
        lines = [_RANK.format(8 * node + n, count, inner, 20 + n % 4) for n in range(8)]
        with open(os.path.join(part, f"node{node}.ranks"), "w") as file:
            file.writelines([_HEAD.format(node), *lines])
    os.rename(part, folder)
    return folder


def dumps(count: int) -> str:
    """A folder of dumps of flight recorders, of 100 operations each: the last rank is late."""
    folder = os.path.join(CACHE, f"dumps-{count}")
    if os.path.exists(folder):
        return folder
    part = f"{folder}.part"
    os.makedirs(part)
    frames = [{"name": f"f{n}", "filename": f"/home/ada/m{n}.py", "line": n} for n in range(12)]
    entries = [
        {
            "record_id": n, "process_group": ("0", "default_pg"), "collective_seq_id": n + 1,
            "profiling_name": "nccl:all_reduce", "input_sizes": [[1000]], "is_p2p": False,
            "input_dtypes": ["Float"], "state": "completed" if n < 99 else "started",
            "time_created_ns": 1764400000000000000 + n, "frames": frames,
        }
        for n in range(100)
    ]  # fmt: skip
    for rank in range(count):
        with open(os.path.join(part, f"trace_rank_{rank}"), "wb") as file:
            pickle.dump({"version": "2.10", "entries": entries[: 99 + (rank < count - 1)]}, file, 2)
    os.rename(part, folder)
    return folder


HANGING_RANK = """
    import os, sys, threading
    import torch
    import torch.distributed as dist
    dist.init_process_group("gloo")
    tensor = torch.ones(1000)
    for step in range(3):
        dist.all_reduce(tensor)
    open(os.path.join(sys.argv[1], str(os.getpid())), "w").close()
    if dist.get_rank() == 1:
        threading.Event().wait()
    dist.all_reduce(tensor)
"""


def hanging_job(count: int) -> list[str]:
    """The pids of the ranks of a job that hangs, until the benchmark ends."""
    folder = tempfile.TemporaryDirectory()
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    process = subprocess.Popen(
        [*launcher, "--nproc-per-node", str(count), script(HANGING_RANK), folder.name],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stderr=subprocess.DEVNULL,
    )

    def end() -> None:
        process.terminate()
        process.wait()
        folder.cleanup()

    atexit.register(end)
    while len(os.listdir(folder.name)) < count:
        if process.poll() is not None:
            raise SystemExit("bench: the job of ranks ended")
        time.sleep(0.2)
    time.sleep(2)  # until all of them wait
    return os.listdir(folder.name)
