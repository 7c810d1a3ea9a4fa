"""Programs that die on purpose, for the tests of stacks.

Those that end in RECORD write each thread's Python stack to stacks.json right before they die: the
truth that merged stacks are held against.
"""

from __future__ import annotations

RECORD = """
import ctypes, json, os, sys, threading

def die():
    stacks = {}
    here = threading.get_native_id()
    by_ident = {t.ident: t.native_id for t in threading.enumerate()}
    for ident, frame in sys._current_frames().items():
        frames = []
        while frame is not None:
            frames.append([frame.f_code.co_name, frame.f_code.co_filename, frame.f_lineno])
            frame = frame.f_back
        stacks[by_ident[ident]] = frames
    with open(os.path.dirname(os.path.abspath(__file__)) + "/stacks.json", "w") as file:
        json.dump([here, stacks], file)
    ctypes.string_at(8)
"""

# Every way from Python through C to Python again.
MIXED = (
    RECORD
    + """
import functools

class Thing:
    def __call__(self, x):
        return by_sort(x)
    def __getattr__(self, name):
        return by_reduce(1)
    def __eq__(self, other):
        die()
    def __hash__(self):
        return 1
    def __init__(self, deep=False):
        if deep:
            by_generator(1)
    @property
    def value(self):
        return self.missing

def by_sort(x):
    return sorted([3, 1], key=lambda item: Thing().value)

def by_reduce(x):
    return functools.reduce(lambda a, b: Thing(deep=True), [1, 2])

def generate(n):
    for i in range(n):
        yield inner(i)

def delegate(n):
    yield from generate(n)

def by_generator(x):
    return list(delegate(3))

def inner(i):
    return [by_comprehension(x) for x in range(2)]

def by_comprehension(x):
    return list(map(by_callback, [1]))

def by_callback(x):
    CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)
    return CALLBACK(by_exec)(1)

def by_exec(x):
    exec(compile("by_hash(1)", "<string>", "exec"), globals())

def by_hash(x):
    {Thing(): 1}[Thing()]

def recurse(n):
    return Thing()(n) if n == 0 else recurse(n - 1)

recurse(30)
"""
)

THREADS = (
    RECORD
    + """
import queue, time

def in_sleep():
    time.sleep(1000)

def in_lock(lock):
    with lock:
        pass

def in_queue(q):
    q.get()

def in_generator():
    def steps():
        yield time.sleep(1000)
    for step in steps():
        pass

lock = threading.Lock()
lock.acquire()
for target, args in ((in_sleep, ()), (in_lock, (lock,)), (in_queue, (queue.Queue(),)),
                     (in_generator, ())):
    threading.Thread(target=target, args=args, daemon=True).start()
def last():
    time.sleep(0.5)
    die()

threading.Thread(target=last).start()
time.sleep(1000)
"""
)

WILD_CALL = RECORD.replace("ctypes.string_at(8)", "ctypes.CFUNCTYPE(None)(ADDRESS)()") + "die()\n"

# Compiled: down() recurses, then takes the named way to die.
NATIVE_LIBRARY = r"""
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int sink;

__attribute__((noinline)) static int crash(volatile int *p) { return *p + 1; }

__attribute__((noinline)) int down(int depth)
{
    volatile int local = depth;
    if (depth <= 0)
        return crash((int *)16);
    sink = down(depth - 1) + local;
    return sink;
}

__attribute__((noinline)) int forever(int n)
{
    volatile char block[200];
    block[n % 200] = 1;
    return forever(n + 1) + block[3];
}

static void handler(int signo) { sink = signo; abort(); }

void with_handler(int own_stack)
{
    struct sigaction action;
    stack_t stack;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    if (own_stack) {
        stack.ss_sp = malloc(1 << 16);
        stack.ss_size = 1 << 16;
        stack.ss_flags = 0;
        sigaltstack(&stack, 0);
        action.sa_flags = SA_ONSTACK;
    }
    sigaction(SIGSEGV, &action, 0);
    sink = down(5);
}

__attribute__((noinline)) void smash(size_t count)
{
    volatile uint64_t block[4];
    for (size_t i = 0; i < count; i++)
        block[i] = 0x4141414141414141;
    sink = block[1];
}

/* A large, realigned frame with a variable part: found through rbp and a DWARF expression. */
__attribute__((noinline)) int realigned(int n)
{
    volatile char variable[n];
    volatile char block[64] __attribute__((aligned(64)));
    block[0] = variable[n - 1] = 1;
    sink = (int)(uintptr_t)block;
    return crash((int *)16) + block[0] + variable[n - 1];
}

/* No unwind information at all, and neither frame pointer nor fixed frame. */
__asm__(".text\n.type bare, @function\n.globl bare\nbare:\n"
        "push %rbx\npush %r12\nsub $0x128, %rsp\n"
        "mov $16, %edi\ncall bare_inner\nadd $0x128, %rsp\npop %r12\npop %rbx\nret\n"
        ".type bare_inner, @function\nbare_inner:\nsub $24, %rsp\nmov (%rdi), %eax\n"
        "add $24, %rsp\nret\n");
extern int bare(void);

__attribute__((noinline)) int call_bare(void) { return bare() + 1; }
"""

NATIVE = "import ctypes, sys\nlib = ctypes.CDLL(sys.argv[1])\n{call}\n"

THROW_LIBRARY = r"""
#include <stdexcept>
struct Guard { int *p; ~Guard() { ++*p; } };
__attribute__((noinline)) static void thrower(int n)
{
    int count = 0;
    Guard guard{&count};
    if (n == 0)
        throw std::runtime_error("no such luck");
    thrower(n - 1);
}
extern "C" void throw_it(int n) { thrower(n); }
"""

TORCH = """
import ctypes, torch
torch.set_num_threads(12)
a = torch.randn(600, 600)
a @ a
storage = torch.from_numpy(__import__("numpy").ctypeslib.as_array(
    (ctypes.c_float * 1000).from_address(0x1000)))

def crash(x):
    return (x + 1).sum()

crash(storage)
"""

# All threads inside MKL's or OpenBLAS's kernels, which have no unwind information.
MATMUL = """
import ctypes, threading, time, torch
torch.set_num_threads(4)
a = torch.randn(2000, 2000)

def work():
    while True:
        a @ a

threading.Thread(target=work, daemon=True).start()
time.sleep(1)
ctypes.string_at(8)
"""

NUMBA = """
import numpy as np
from numba import njit, prange

@njit{options}
def store(a, i):
    for k in {range}(4):
        a[i + k] = 1.0

@njit
def outer(a, i):
    store(a, i)
    return a[0]

def main():
    a = np.zeros(64)
    outer(a, 3)
    outer(a, 50_000_000_000)

main()
"""
