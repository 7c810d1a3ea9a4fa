"""What needs a GPU, tried on one: `python3 tests/gpu/check.py [NAME...]` prints JSON.

    {"environment": {...}, "checks": {NAME: {"status", "seconds", "result", "output", ...}}}

status: "held" (what the check expects was seen), "differs" (something else was), "seen" (a check
that only records), "skipped" (why in "result"), "failed" (it could not be carried out).

Runs with whatever is there: torch and numba where they can be imported, else the CUDA driver alone
through ctypes. Each check is a process of its own, as most of them break their CUDA context.
"""

from __future__ import annotations

import concurrent.futures
import ctypes
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECONDS = 100
"""That one check may take."""
AT_ONCE = 4
SHOWN = 6000
MARK = "RESULT "
CHECKS: dict[str, Check] = {}


class Check:
    """A function that runs in its own process and returns (status, result)."""

    def __init__(self, function: Callable[[], Any], needs: tuple[str, ...], env: dict[str, str]):
        self.function = function
        self.needs = needs
        self.env = env
        self.alone = "alone" in needs


def check(*needs: str, **env: str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    def attach(function: Callable[[], Any]) -> Callable[[], Any]:
        CHECKS[function.__name__] = Check(function, needs, env)
        return function

    return attach


# -- the driver alone ------------------------------------------------------------------------------

PTX = """
.version 6.0
.target sm_50
.address_size 64
.visible .entry go(.param .u64 where) {
    .reg .u64 %rd<2>;
    .reg .u32 %r<2>;
    ld.param.u64 %rd1, [where];
    mov.u32 %r1, 7;
    BODY
    ret;
}
"""
STORE = "st.global.u32 [%rd1], %r1;"


class Driver:
    """libcuda through ctypes."""

    def __init__(self) -> None:
        self.lib = ctypes.CDLL("libcuda.so.1")
        self.must("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.must("cuDeviceGet", ctypes.byref(device), 0)
        self.must("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.must("cuCtxSetCurrent", context)

    def call(self, name: str, *args: Any) -> int:
        code: int = getattr(self.lib, name)(*args)
        return code

    def must(self, name: str, *args: Any) -> None:
        code = self.call(name, *args)
        if code:
            raise RuntimeError(f"{name}: {self.text(code)}")

    def text(self, code: int) -> str:
        name, words = ctypes.c_char_p(), ctypes.c_char_p()
        self.lib.cuGetErrorName(code, ctypes.byref(name))
        self.lib.cuGetErrorString(code, ctypes.byref(words))
        return f"[{code}] {(name.value or b'?').decode()}: {(words.value or b'?').decode()}"

    def run(self, body: str, address: int) -> dict[str, str]:
        """Launch a kernel; what the launch, the wait and a later call say."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        source = PTX.replace("BODY", body).encode()
        self.must("cuModuleLoadData", ctypes.byref(module), source)
        self.must("cuModuleGetFunction", ctypes.byref(function), module, b"go")
        where = ctypes.c_uint64(address)
        params = (ctypes.c_void_p * 1)(ctypes.addressof(where))
        launch = self.call("cuLaunchKernel", function, 1, 1, 1, 1, 1, 1, 0, None, params, None)
        wait = self.call("cuCtxSynchronize")
        other = ctypes.c_void_p()
        later = self.call("cuMemAlloc_v2", ctypes.byref(other), ctypes.c_size_t(64))
        codes = {"launch": launch, "wait": wait, "a later call": later}
        return {name: self.text(code) for name, code in codes.items()}


def _driver(body: str, address: int, expected: str) -> tuple[str, Any]:
    said = Driver().run(body, address)
    held = expected in said["wait"] and expected in said["a later call"]
    return "held" if held else "differs", said


@check("driver")
def driver_illegal_address() -> Any:
    return _driver(STORE, 0x10, "[700]")


@check("driver")
def driver_misaligned_address() -> Any:
    driver = Driver()
    block = ctypes.c_uint64()
    driver.must("cuMemAlloc_v2", ctypes.byref(block), ctypes.c_size_t(64))
    said = driver.run(STORE, block.value + 1)
    return "held" if "[716]" in said["wait"] else "differs", said


@check("driver")
def driver_trap() -> Any:
    return "seen", Driver().run("trap;", 0)


@check("driver")
def driver_no_image() -> Any:
    """PTX for a newer GPU than any."""
    driver, module = Driver(), ctypes.c_void_p()
    source = PTX.replace("sm_50", "sm_999").replace("BODY", "").encode()
    return "seen", driver.text(driver.call("cuModuleLoadData", ctypes.byref(module), source))


# -- torch: what it says without us ----------------------------------------------------------------


def _torch() -> Any:
    import torch

    return torch


def labels_of_three_classes(device: str = "cuda") -> Any:
    torch = _torch()
    activations = torch.rand(4, 3, device=device)
    labels = torch.tensor([0, 1, 2, 3]).to(device)
    loss = torch.nn.functional.cross_entropy(activations, labels)  # the line at fault
    average = loss.mean()
    return average.item()  # the line that notices


def bad_calls() -> dict[str, Callable[[], Any]]:
    """One wrong call of each kind, on the GPU."""
    torch = _torch()
    functional = torch.nn.functional

    def gpu(*values: float) -> Any:
        return torch.tensor(values).to("cuda")

    square, image = torch.rand(4, 4, device="cuda"), torch.rand(1, 4, 2, 2, device="cuda")
    return {
        "embedding": lambda: functional.embedding(gpu(0, 9), square),
        "embedding_bag": lambda: functional.embedding_bag(gpu(0, 9), square, gpu(0)),
        "nll_loss": lambda: functional.nll_loss(square, gpu(0, 1, 2, 9)),
        "nll_loss2d": lambda: functional.nll_loss(image, gpu(0, 1, 2, 9).view(1, 2, 2)),
        "index": lambda: square[gpu(0, 9)],
        "index on the host": lambda: square[torch.tensor([0, 9])],
        "index_put": lambda: square.index_put((gpu(0, 9),), square[:2]),
        "index_select": lambda: square.index_select(0, gpu(0, 9)),
        "index_fill": lambda: square.index_fill(0, gpu(0, 9), 1.0),
        "index_copy": lambda: square.index_copy(0, gpu(0, 9), square[:2]),
        "index_add": lambda: square.index_add(0, gpu(0, 9), square[:2]),
        "gather": lambda: square.gather(0, gpu(0, 9)[:, None]),
        "scatter": lambda: square.scatter(0, gpu(0, 9)[:, None], 1.0),
        "scatter_add": lambda: square.scatter_add(0, gpu(0, 9)[:, None], square),
        "take": lambda: square.take(gpu(0, 99)),
        "put": lambda: square.put(gpu(0, 99), gpu(1.0, 1.0)),
        "one_hot": lambda: functional.one_hot(gpu(0, 9), 4),
        "binary_cross_entropy": lambda: functional.binary_cross_entropy(
            gpu(0.5, 1.5), gpu(0.0, 1.0)
        ),
        "multi_margin_loss": lambda: functional.multi_margin_loss(square, gpu(0, 1, 2, 9)),
        "multilabel_margin_loss": lambda: functional.multilabel_margin_loss(
            square[:1], gpu(0, 9, -1, 0)[None]
        ),
        "masked_scatter": lambda: square.masked_scatter(square >= 0, gpu(1.0)),
        "poisson": lambda: torch.poisson(gpu(-1.0)),
        "multinomial": lambda: torch.multinomial(gpu(-1.0, 0.5), 1),
        "bernoulli": lambda: torch.bernoulli(gpu(1.5)),
        "repeat_interleave": lambda: torch.repeat_interleave(gpu(1, -5)),
        "max_unpool2d": lambda: functional.max_unpool2d(
            square[None, None], gpu(*[99] * 16).view(1, 1, 4, 4), 2
        ),
        "assert_async": lambda: torch._assert_async(gpu(0)),
    }


@check("torch")
def the_line_that_notices() -> Any:
    """The three-class example: an innocent line raises."""
    import traceback

    try:
        labels_of_three_classes()
    except Exception as error:
        lines = [one.line for one in traceback.extract_tb(error.__traceback__)]
        later = ""
        try:
            _torch().ones(1, device="cuda").sum().item()
        except Exception as again:
            later = f"{type(again).__name__}: {again}"
        held = "average.item()" in lines[-1] and bool(later)
        said = {"type": type(error).__name__, "message": str(error), "line": lines[-1]}
        return "held" if held else "differs", {**said, "a later call": later}
    return "differs", "nothing was raised"


@check("torch", CUDA_LAUNCH_BLOCKING="1")
def launch_blocking_names_the_line() -> Any:
    import traceback

    try:
        labels_of_three_classes()
    except Exception as error:
        lines = [one.line for one in traceback.extract_tb(error.__traceback__)]
        held = any("cross_entropy(activations" in line for line in lines)
        return "held" if held else "differs", {"lines": lines, "message": str(error)}
    return "differs", "nothing was raised"


@check("torch")
def left_as_the_exception_falls() -> Any:
    """An uncaught one: what is printed, and how the process ends."""
    labels_of_three_classes()
    return "differs", "nothing was raised"


@check("torch")
def texts_of_asserts() -> Any:
    """What the kernels print and torch raises, for each function."""
    calls = list(bad_calls())
    said = {}
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for name, done in zip(calls, pool.map(_bad_call_alone, calls)):
            said[name] = done
    return "seen", said


def _bad_call_alone(name: str) -> dict[str, Any]:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import check, torch\n"
        "try:\n    check.bad_calls()[sys.argv[2]](); torch.cuda.synchronize()\n"
        "except Exception as error: print(type(error).__module__, type(error).__name__, error)\n"
        "else: print('nothing was raised')\n"
    )
    argv = [sys.executable, "-c", code, os.path.dirname(os.path.abspath(__file__)), name]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=60, errors="replace")
    kernel = sorted(set(_without_numbers(done.stderr).splitlines()))
    return {"raised": done.stdout[:400], "kernel": kernel[:4], "exit": done.returncode}


def _without_numbers(text: str) -> str:
    """Threads print the same line each: one of them is enough."""
    import re

    return re.sub(r"(block|thread): \[\d+,\d+,\d+\]", r"\1: [0,0,0]", text)


@check("torch")
def out_of_memory() -> Any:
    torch = _torch()
    try:
        torch.empty(1 << 44, dtype=torch.uint8, device="cuda")
    except Exception as error:
        well = torch.ones(1, device="cuda").sum().item() == 1
        kind = type(error).__module__ + "." + type(error).__name__
        return "held" if well else "differs", {"type": kind, "message": str(error)}
    return "differs", "nothing was raised"


@check("torch", "compiler")
def inductor_assert() -> Any:
    torch = _torch()
    weight, ids = torch.rand(5, 4, device="cuda"), torch.tensor([1, 9]).to("cuda")
    try:
        torch.compile(lambda w, i: torch.nn.functional.embedding(i, w) * 2)(weight, ids)
        torch.cuda.synchronize()
    except Exception as error:
        return "seen", {"type": type(error).__name__, "message": str(error)[:2000]}
    return "seen", "nothing was raised"


# -- the guard -------------------------------------------------------------------------------------


def _is_well() -> bool:
    return bool(_torch().ones(1, device="cuda").sum().item() == 1)


@check("torch", "guard")
def guard_raises_before_the_launch() -> Any:
    import atfault_probe

    atfault_probe.guard()
    try:
        labels_of_three_classes()
    except IndexError as error:
        held = "target[3] is 3" in str(error) and _is_well()
        return "held" if held else "differs", str(error)
    return "differs", "nothing was raised"


@check("torch", "guard")
def guard_of_every_function() -> Any:
    """By what the host had, and where nothing is known from there (strict)."""
    import atfault_probe

    said: dict[str, Any] = {}
    for strict in (False, True):
        atfault_probe.guard(strict=strict)
        for name, call in bad_calls().items():
            if not strict and name in NOT_BY_PROVENANCE:
                continue
            try:
                call()
                _torch().cuda.synchronize()
                said[f"{name}, strict={strict}"] = "nothing was raised"
            except atfault_probe.GuardError:
                continue
            except Exception as error:
                said[f"{name}, strict={strict}"] = f"{type(error).__name__}: {error}"[:300]
                return "differs", said  # the context is gone
        atfault_probe.unguard()
    return ("held" if not said and _is_well() else "differs"), said


NOT_BY_PROVENANCE = (
    "binary_cross_entropy", "masked_scatter", "poisson", "multinomial", "bernoulli",
    "assert_async", "repeat_interleave",
)  # fmt: skip
"""Of floats, masks and what is checked as a whole nothing is kept."""


@check("torch", "guard")
def guard_in_a_backward_thread() -> Any:
    import threading

    import atfault_probe

    torch = _torch()
    seen = []

    class Own(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, gradient: Any) -> Any:
            seen.append(threading.current_thread() is not threading.main_thread())
            return gradient[torch.tensor([0, 4]).to("cuda")]

    atfault_probe.guard()
    try:
        Own.apply(torch.rand(4, device="cuda", requires_grad=True)).sum().backward()
    except atfault_probe.GuardError as error:
        return "held" if seen[0] and _is_well() else "differs", [seen, str(error)]
    return "differs", [seen, "nothing was raised"]


@check("torch", "guard")
def guard_and_graph_capture() -> Any:
    import atfault_probe

    torch = _torch()
    atfault_probe.guard(strict=True)
    weight, ids = torch.rand(5, 4, device="cuda"), torch.tensor([1, 4]).to("cuda")
    torch.nn.functional.embedding(ids, weight)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        out = torch.nn.functional.embedding(ids, weight)
    graph.replay()
    torch.cuda.synchronize()
    return "held" if torch.equal(out, weight[ids]) else "differs", "captured and replayed"


@check("torch", "guard")
def journal_names_the_launch() -> Any:
    """Ids that were computed on the GPU: nothing is known of them before, all of it after."""
    import atfault_probe

    torch = _torch()
    atfault_probe.guard()
    weight = torch.rand(5, 4, device="cuda")
    fine, far = torch.arange(5, device="cuda"), torch.arange(5, device="cuda") + 2
    try:
        torch.nn.functional.embedding(fine, weight)
        torch.nn.functional.embedding(far, weight)  # the line at fault
        torch.nn.functional.embedding(fine, weight)
        torch.cuda.synchronize()
    except Exception as error:
        found = atfault_probe._guards[0].launches.culprit()
        first = journal_names_the_launch.__code__.co_firstlineno
        held = found is not None and found["seen"] == [2, 6] and found["forward"][1] > first
        return "held" if held else "differs", {"culprit": found, "error": str(error)[:200]}
    return "differs", "nothing was raised"


@check("torch", "guard", "alone")
def guard_cost() -> Any:
    """Seconds of a training step: bare, guarded, strict, guarded; ratios to the bare one."""
    import statistics

    import atfault_probe

    torch = _torch()
    torch.manual_seed(0)
    found: dict[str, Any] = {}
    for name, step in (("bilstm", _bilstm(torch)), ("transformer", _transformer(torch))):
        times: dict[str, list[float]] = {"bare": [], "guarded": [], "strict": []}
        for _ in range(12):
            for mode in times:
                if mode != "bare":
                    atfault_probe.guard(strict=mode == "strict")
                times[mode].append(_seconds(torch, step))
                atfault_probe.unguard()
        middle = {mode: statistics.median(values[2:]) for mode, values in times.items()}
        found[name] = {**middle, "ratio": middle["guarded"] / middle["bare"]}
        found[name]["strict ratio"] = middle["strict"] / middle["bare"]
    held = all(one["ratio"] <= 1.03 for one in found.values())
    return "held" if held else "differs", found


def _seconds(torch: Any, step: Callable[[], None]) -> float:
    step()
    torch.cuda.synchronize()
    begin = time.perf_counter()
    for _ in range(20):
        step()
    torch.cuda.synchronize()
    return (time.perf_counter() - begin) / 20


def _bilstm(torch: Any) -> Callable[[], None]:
    nn = torch.nn
    words, lstm = nn.Embedding(20000, 256).cuda(), nn.LSTM(256, 256, 2, bidirectional=True).cuda()
    out = nn.Linear(512, 50).cuda()
    parameters = [*words.parameters(), *lstm.parameters(), *out.parameters()]
    optimizer = torch.optim.SGD(parameters, 0.1)
    host_ids, host_tags = torch.randint(0, 20000, (40, 64)), torch.randint(0, 50, (40 * 64,))

    def step() -> None:
        ids, tags = host_ids.to("cuda"), host_tags.to("cuda")
        optimizer.zero_grad()
        scores = out(lstm(words(ids))[0]).flatten(0, 1)
        nn.functional.cross_entropy(scores, tags).backward()
        optimizer.step()

    return step


def _transformer(torch: Any) -> Callable[[], None]:
    nn = torch.nn
    words, out = nn.Embedding(20000, 512).cuda(), nn.Linear(512, 20000).cuda()
    layer = nn.TransformerEncoderLayer(512, 8, batch_first=True)
    encoder = nn.TransformerEncoder(layer, 4).cuda()
    parameters = [*words.parameters(), *encoder.parameters(), *out.parameters()]
    optimizer = torch.optim.SGD(parameters, 0.1)
    host_ids = torch.randint(0, 20000, (16, 128))

    def step() -> None:
        ids = host_ids.to("cuda")
        optimizer.zero_grad()
        scores = out(encoder(words(ids)))
        nn.functional.cross_entropy(scores.flatten(0, 1), ids.flatten()).backward()
        optimizer.step()

    return step


# -- after the assert ------------------------------------------------------------------------------


@check("torch")
def pinned_memory_after_the_assert() -> Any:
    """The journal rests on this: what was copied to pinned memory before can be read after."""
    torch = _torch()
    slots = torch.full((4, 2), -(1 << 62), dtype=torch.int64).pin_memory()
    ids = torch.arange(3, 12, device="cuda")
    low, high = torch.aminmax(ids)
    slots[1, 0].copy_(low, non_blocking=True)
    slots[1, 1].copy_(high, non_blocking=True)
    torch.rand(5, 4, device="cuda")[ids]
    try:
        torch.cuda.synchronize()
        return "differs", "nothing was raised"
    except Exception as error:
        read = slots.tolist()
        held = read[1] == [3, 11] and read[0][0] == -(1 << 62)
        return "held" if held else "differs", {"slots": read, "error": str(error)[:200]}


@check("torch")
def registered_file_memory() -> Any:
    """Whether the probe's mapped journal itself could be the slots."""
    import mmap

    torch = _torch()
    torch.ones(1, device="cuda")
    with tempfile.TemporaryFile() as file:
        file.truncate(1 << 16)
        space = mmap.mmap(file.fileno(), 1 << 16)
        slots = torch.frombuffer(space, dtype=torch.int64)
        code = torch.cuda.cudart().cudaHostRegister(slots.data_ptr(), 1 << 16, 0)
        copied = None
        if int(code) == 0:
            slots[0].copy_(torch.tensor(7, device="cuda"), non_blocking=True)
            torch.cuda.synchronize()
            copied = int.from_bytes(space[:8], "little")
        return "seen", {"cudaHostRegister": str(code), "copied": copied}


@check("torch")
def random_state_after_the_assert() -> Any:
    torch = _torch()
    torch.cuda.manual_seed(5)
    before = torch.cuda.get_rng_state()
    try:
        torch.rand(5, device="cuda")[torch.tensor([9]).to("cuda")].cpu()
    except Exception:
        pass
    found = {}
    for name, read in (
        ("cuda rng", lambda: len(torch.cuda.get_rng_state())),
        ("cuda seed", torch.cuda.initial_seed),
        ("cpu rng", lambda: len(torch.get_rng_state())),
        ("pinned", lambda: torch.ones(1).pin_memory().item()),
        ("shape of a tensor", lambda: tuple(before.shape)),
    ):
        try:
            found[name] = str(read())
        except Exception as error:
            found[name] = f"{type(error).__name__}: {error}"[:120]
    return "seen", found


def a_sum_on_the_gpu() -> Any:
    return _torch().ones(3, device="cuda")


@check("torch", "guard")
def sandbox_survives_the_gpu() -> Any:
    import atfault_probe

    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import check as module

    with atfault_probe.Sandbox() as box:
        try:
            box.run(module.labels_of_three_classes)
            return "differs", "nothing was raised"
        except RuntimeError as error:
            back = box.run(module.a_sum_on_the_gpu)
            held = back.device.type == "cpu" and back.tolist() == [1, 1, 1]
            return "held" if held else "differs", f"{type(error).__name__}: {error}"[:200]


@check("torch", "guard")
def salvage_after_the_assert() -> Any:
    """What is on the host is saved, and rebuilt by another process; what is on the GPU is named."""
    from atfault_probe import salvage

    torch = _torch()
    model = torch.nn.Linear(3, 3)
    on_device = torch.ones(2, 2, device="cuda")
    optimizer = torch.optim.Adam(torch.nn.Linear(3, 3).cuda().parameters(), fused=True)
    history = [0.5, 0.25]
    folder = tempfile.mkdtemp()
    salvage.enable(folder)
    try:
        labels_of_three_classes()
    except Exception as error:
        begin = time.monotonic()
        path = salvage.save(folder, error)
        seconds = time.monotonic() - begin
        del model, on_device, optimizer, history
        code = (
            "import sys; from atfault_probe import salvage; state = salvage.load(sys.argv[1]);"
            "print({n: repr(v)[:80] for f in state['frames'] for n, v in f['locals'].items()});"
            "print(sorted(state['random']))"
        )
        argv = [sys.executable, "-c", code, path]
        done = subprocess.run(argv, capture_output=True, text=True, timeout=60, errors="replace")
        held = done.returncode == 0 and "history" in done.stdout and "on cuda" in done.stdout
        told = {"seconds": seconds, "stdout": done.stdout[-2000:], "stderr": done.stderr[-1000:]}
        return "held" if held else "differs", told
    return "differs", "nothing was raised"


@check("torch", "guard")
def refused_call_on_the_cpu() -> Any:
    """`run --again`: the arguments can still be read, as the launch was prevented."""
    import atfault_probe

    atfault_probe.guard(strict=True, repeats=True)
    try:
        labels_of_three_classes()
    except atfault_probe.GuardError as error:
        plain = error.facts["plain"]
        held = plain == "IndexError: Target 3 is out of bounds." and _is_well()
        return "held" if held else "differs", plain
    return "differs", "nothing was raised"


@check("torch", "guard", "alone")
def two_ranks_with_nccl() -> Any:
    """torchrun: one rank fails; what the other, and the launcher, say of it."""
    source = """
        import os, torch, torch.distributed as dist
        dist.init_process_group("nccl")
        rank = dist.get_rank()
        torch.cuda.set_device(rank % torch.cuda.device_count())
        ids = torch.tensor([0, 4 + rank]).to("cuda")
        torch.nn.functional.embedding(ids, torch.rand(5, 4, device="cuda")).sum().item()
        dist.all_reduce(torch.ones(1, device="cuda"))
        torch.cuda.synchronize()
    """
    import textwrap

    count = min(_torch().cuda.device_count(), 2)
    launcher = (sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", str(count))
    done = _python(textwrap.dedent(source), program=launcher)
    return "seen", {"ranks": count, "exit": done.returncode, "stderr": done.stderr[-5000:]}


# -- numba, core dumps, sanitizer ------------------------------------------------------------------

SKIPPED = (
    "skip_nonrelocated_elf_images,skip_global_memory,skip_shared_memory,skip_local_memory,"
    "skip_constbank_memory,skip_abort"
)
NUMBA = """
import numpy
from numba import cuda

@cuda.jit(DEBUG)
def fill(rows, at):
    rows[at + cuda.threadIdx.x] = 1.0

rows = cuda.to_device(numpy.zeros(64))
fill[2, 32](rows, FAR)
cuda.synchronize()
"""


def _numba(debug: str, far: str) -> Any:
    source = NUMBA.replace("DEBUG", debug).replace("FAR", far)
    done = _python(source)
    return "seen", {"exit": done.returncode, "stderr": done.stderr[-2500:]}


def _python(
    source: str, *prefix: str, program: tuple[str, ...] = (sys.executable,), **env: str
) -> subprocess.CompletedProcess[str]:
    with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as file:
        file.write(source)
    return subprocess.run(
        [*prefix, *program, file.name],
        capture_output=True,
        text=True,
        errors="replace",
        timeout=SECONDS - 10,
        env={**os.environ, **env},
    )


@check("numba")
def numba_illegal_address() -> Any:
    return _numba("", "1 << 40")


@check("numba")
def numba_debug_index_error() -> Any:
    return _numba("debug=True, opt=False", "60")


@check("numba", "cuda-gdb")
def gpu_core() -> Any:
    """skip_abort: the program goes on to its own exception after the dump."""
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "gpu.core")
    done = _python(
        NUMBA.replace("DEBUG", "debug=True, opt=False").replace("FAR", "1 << 40"),
        CUDA_ENABLE_COREDUMP_ON_EXCEPTION="1",
        CUDA_COREDUMP_SHOW_PROGRESS="1",
        CUDA_COREDUMP_FILE=path,
        CUDA_COREDUMP_GENERATION_FLAGS=SKIPPED,
    )
    return _read_core(done, path)


TORCH_ASSERT = """
import torch
table = torch.rand(5, 4, device="cuda")
print(table[torch.tensor([1, 9]).to("cuda")].sum().item())
"""
TRITON = """
import torch, triton, triton.language as tl

@triton.jit
def fill(rows, at, BLOCK: tl.constexpr):
    places = at + tl.arange(0, BLOCK)
    tl.store(rows + places, 1.0)  # the line at fault

rows = torch.zeros(64, device="cuda")
fill[(2,)](rows, 1 << 40, BLOCK=64)
torch.cuda.synchronize()
"""


@check("torch", "cuda-gdb")
def gpu_core_of_an_assert() -> Any:
    return _core_of(TORCH_ASSERT)


@check("torch", "triton", "cuda-gdb")
def gpu_core_of_triton() -> Any:
    """Whether the line of a kernel in Python is told."""
    return _core_of(TRITON)


def _core_of(source: str) -> Any:
    """With the variables that `run --gpu-core` sets."""
    path = os.path.join(tempfile.mkdtemp(), "gpu.core")
    done = _python(
        source,
        CUDA_ENABLE_COREDUMP_ON_EXCEPTION="1",
        CUDA_COREDUMP_FILE=path,
        CUDA_COREDUMP_GENERATION_FLAGS=SKIPPED,
    )
    return _read_core(done, path)


def _read_core(done: subprocess.CompletedProcess[str], path: str) -> Any:
    found = {"exit": done.returncode, "stderr": done.stderr[-2500:]}
    if os.path.exists(path):
        argv = ["cuda-gdb", "--batch", "--nx", "-ex", "set width 0", "-ex", "set auto-load no"]
        argv += ["-ex", f"target cudacore {path}", "-ex", "bt 32"]  # as cli/gpu_core.py
        read = subprocess.run(argv, capture_output=True, text=True, timeout=60, errors="replace")
        found["size"] = os.path.getsize(path)
        found["cuda-gdb"] = (read.stdout + read.stderr)[-2500:]
    return "seen", found


@check("torch", "compute-sanitizer")
def sanitizer_of_torch() -> Any:
    """An access past an allocation of torch's own, and the frames of its host backtrace."""
    source = """
import torch
rows = torch.zeros(4, device="cuda")
torch.as_strided(rows, (1 << 20,), (1,), 0).fill_(1)
torch.cuda.synchronize()
"""
    done = _python(source, "compute-sanitizer", PYTORCH_NO_CUDA_MEMORY_CACHING="1")
    return "seen", {"exit": done.returncode, "output": (done.stdout + done.stderr)[-4000:]}


@check("numba", "compute-sanitizer")
def sanitizer() -> Any:
    source = NUMBA.replace("DEBUG", "debug=True, opt=False").replace("FAR", "1 << 20")
    done = _python(source, "compute-sanitizer")
    return "seen", {
        "exit": done.returncode,
        "output": done.stdout[-3500:],
        "stderr": done.stderr[-1000:],
    }


# -- running them ----------------------------------------------------------------------------------


def lacking(need: str) -> str:
    """Why a need is not met; "" when it is."""
    if need in ("torch", "numba", "triton"):
        if importlib.util.find_spec(need) is None:
            return f"{need} is not installed"
        return _no_gpu()
    if need == "guard":
        return "" if os.path.isdir(os.path.join(ROOT, "src/atfault_probe")) else "no probe here"
    if need == "compiler":
        return "" if shutil.which("cc") or shutil.which("gcc") else "no C compiler"
    if need == "driver":
        try:
            ctypes.CDLL("libcuda.so.1")
        except OSError as error:
            return str(error)
        return ""
    if need == "alone":
        return ""
    return "" if shutil.which(need) else f"{need} is not installed"


def _no_gpu() -> str:
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        return "no CUDA driver"
    return ""


def environment() -> dict[str, Any]:
    found: dict[str, Any] = {
        "date": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        "python": platform.python_version(),
        "kernel": platform.release(),
    }
    try:
        argv = [
            "nvidia-smi",
            "--query-gpu=name,driver_version,memory.total",
            "--format=csv,noheader",
        ]
        found["gpu"] = subprocess.run(
            argv, capture_output=True, text=True, timeout=30
        ).stdout.strip()
    except OSError as error:
        found["gpu"] = str(error)
    for name in ("torch", "numba", "numba_cuda", "triton", "numpy"):
        try:
            import importlib.metadata

            found[name] = importlib.metadata.version(name.replace("_", "-"))
        except importlib.metadata.PackageNotFoundError:
            found[name] = None
    return found


def run(name: str) -> dict[str, Any]:
    one = CHECKS[name]
    for need in one.needs:
        reason = lacking(need)
        if reason:
            return {"status": "skipped", "result": reason}
    begin = time.monotonic()
    path = os.pathsep.join(
        part for part in (os.path.join(ROOT, "src"), os.environ.get("PYTHONPATH")) if part
    )
    env = {**os.environ, **one.env, "PYTHONPATH": path}
    argv = [sys.executable, os.path.abspath(__file__), "--child", name]
    try:
        done = subprocess.run(
            argv, capture_output=True, text=True, errors="replace", env=env, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return {"status": "failed", "result": f"took more than {SECONDS} s"}
    report: dict[str, Any] = {"status": "failed", "result": "no result was printed"}
    for line in done.stdout.splitlines():
        if line.startswith(MARK):
            report = json.loads(line[len(MARK) :])
    report["exit"] = done.returncode
    report["seconds"] = round(time.monotonic() - begin, 1)
    report["stderr"] = _first_of_each(done.stderr)
    return report


def _first_of_each(text: str) -> str:
    lines = dict.fromkeys(_without_numbers(text).splitlines())
    return "\n".join(lines)[-SHOWN:]


def child(name: str) -> None:
    if name == "left_as_the_exception_falls":
        print(MARK + json.dumps({"status": "seen", "result": "see stderr and exit"}), flush=True)
        labels_of_three_classes()
    try:
        status, result = CHECKS[name].function()
    except Exception as error:
        status, result = "failed", f"{type(error).__name__}: {error}"
    print(MARK + json.dumps({"status": status, "result": result}, default=str), flush=True)


def main(names: list[str]) -> None:
    names = names or list(CHECKS)
    found = {}
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        together = [name for name in names if not CHECKS[name].alone]
        for name, report in zip(together, pool.map(run, together)):
            found[name] = report
    for name in names:
        if CHECKS[name].alone:
            found[name] = run(name)
    print(json.dumps({"environment": environment(), "checks": found}, indent=1))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2])
    else:
        main(sys.argv[1:])
