"""Threads that hold and wait for everything a Python thread can; each logs what, as it knows best.

    python python_waits_program.py FOLDER

Before it blocks, a thread notes down in FOLDER/threads.json under its kernel thread id: its name,
the locks it holds [address, proof, line of the `with`], and what it waits for {kind, address, line,
timeout, target}. Lines are named by the marks in this file's comments. Written for 3.8 and later.
"""

# fmt: off
# ruff: noqa: SIM117
import asyncio
import concurrent.futures
import contextlib
import io
import json
import multiprocessing
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time

FOLDER = sys.argv[1]
LOG = {}
LINES = {}
with open(os.path.abspath(__file__)) as source:
    for number, text in enumerate(source, 1):
        if "#@ " in text:
            LINES[text.partition("#@ ")[2].strip()] = number

READY = threading.Semaphore(0)
THREADS = []


def log(holds=(), kind=None, address=0, line=None, timeout=False, target=0, name=None, pid=0):
    LOG[threading.get_native_id()] = {
        "name": threading.current_thread().name,
        "holds": [[id(o), proof, LINES[mark] if mark else None] for o, proof, mark in holds],
        "waits": None if kind is None else {
            "kind": kind, "address": address if isinstance(address, int) else id(address),
            "line": LINES[line], "timeout": timeout, "target": target, "name": name, "pid": pid,
        },
    }
    READY.release()


def situation(function):
    thread = threading.Thread(target=function, name=function.__name__, daemon=True)
    THREADS.append(thread)
    return function


class Account:
    def __init__(self):
        self.lock = threading.Lock()
        self.rlock = threading.RLock()


A, B = Account(), Account()
TAKEN = threading.Lock()
TAKEN.acquire()  #@ main.taken
FREE = [threading.Lock() for _ in range(12)]


@situation
def with_lock_waits_with():
    with FREE[0]:  #@ with.hold
        log([(FREE[0], "with", "with.hold")], "lock", TAKEN, "with.wait", name="TAKEN")
        with TAKEN:  #@ with.wait
            pass


@situation
def attribute_names():
    with A.lock:  #@ attr.hold
        log([(A.lock, "with", "attr.hold")], "lock", TAKEN, "attr.wait")
        TAKEN.acquire()  #@ attr.wait


@situation
def timed_acquire():
    log((), "lock", TAKEN, "timed.wait", True)
    TAKEN.acquire(timeout=10000)  #@ timed.wait


@situation
def several_items():
    with FREE[1], FREE[2]:  #@ items.hold
        with TAKEN_R2:  #@ items.r
            with TAKEN_R2:
                log([(FREE[2], "with", "items.hold"), (FREE[1], "with", "items.hold"),
                     (TAKEN_R2, "owner", None)], "time", 0, "items.wait", True)
                time.sleep(10000)  #@ items.wait


TAKEN_R2 = threading.RLock()


@situation
def rlock_entering():
    log((), "rlock", TAKEN_R2, "rlock.wait", False, "several_items", "TAKEN_R2")
    with TAKEN_R2:  #@ rlock.wait
        pass


@situation
def rlock_acquire():
    log((), "rlock", TAKEN_R2, "rlock2.wait", True, "several_items", "TAKEN_R2")
    TAKEN_R2.acquire(True, 10000)  #@ rlock2.wait


@situation
def finally_inside():
    with FREE[3]:  #@ finally.hold
        try:
            raise KeyError
        except KeyError:
            try:
                pass
            finally:
                log([(FREE[3], "with", "finally.hold")], "lock", TAKEN, "finally.wait")
                TAKEN.acquire()  #@ finally.wait


@situation
def left_again():
    with A.rlock:
        pass
    with B.lock:
        pass
    for lock in (A.lock2, B.lock):
        with lock:
            pass
    log((), "lock", TAKEN, "left.wait")
    TAKEN.acquire()  #@ left.wait


A.taken = TAKEN
A.lock2 = threading.Lock()


class Slow(io.RawIOBase):
    def readable(self):
        return True

    def readinto(self, buffer):
        log([(BUFFER, "owner", None)], "time", 0, "buffer.read", True)
        time.sleep(10000)  #@ buffer.read


BUFFER = io.BufferedReader(Slow())


@situation
def reads_a_buffer():
    BUFFER.read(10)


@situation
def wants_the_buffer():
    time.sleep(0.5)
    log((), "rlock", BUFFER, "buffer.wait", False, "reads_a_buffer", "BUFFER")
    BUFFER.read(10)  #@ buffer.wait


@contextlib.contextmanager
def managed(lock):
    with lock:
        yield lock


@situation
def in_contextmanager():
    with managed(FREE[4]):  #@ cm.hold
        log([(FREE[4], "with", "cm.hold")], "lock", TAKEN, "cm.wait")
        TAKEN.acquire()  #@ cm.wait


@situation
def in_exit_stack():
    with contextlib.ExitStack() as stack:  #@ stack.hold
        stack.enter_context(FREE[5])
        stack.enter_context(managed(FREE[6]))
        log([(FREE[6], "with", "stack.hold"), (FREE[5], "with", "stack.hold")],
            "lock", TAKEN, "stack.wait")
        TAKEN.acquire()  #@ stack.wait


def numbers(lock):
    with lock:
        for i in range(3):
            yield i


@situation
def generator_suspended():
    steps = numbers(FREE[7])
    next(steps)
    log((), "lock", TAKEN, "gen.wait")
    TAKEN.acquire()  #@ gen.wait


def blocking_numbers():
    with FREE[8]:  #@ rungen.hold
        log([(FREE[8], "with", "rungen.hold")], "lock", TAKEN, "rungen.wait")
        TAKEN.acquire()  #@ rungen.wait
        yield 1


@situation
def generator_running():
    list(blocking_numbers())


@situation
def comprehension():
    with FREE[9]:  #@ compr.hold
        log([(FREE[9], "with", "compr.hold")], "lock", TAKEN, "compr.wait")
        return [TAKEN.acquire() for _ in range(2)]  #@ compr.wait


BARE = threading.Lock()


@situation
def bare_acquire():
    BARE.acquire()  #@ bare.hold
    try:
        log([(BARE, "suspected", "bare.hold")], "lock", TAKEN, "bare.wait")
        TAKEN.acquire()  #@ bare.wait
    finally:
        BARE.release()


@situation
def bare_released():
    lock = FREE[10]
    lock.acquire()
    lock.release()
    log((), "lock", TAKEN, "bare2.wait")
    TAKEN.acquire()  #@ bare2.wait


@situation
def released_inside():
    with FREE[11]:
        FREE[11].release()
        log((), "lock", TAKEN, "relin.wait")
        TAKEN.acquire()  #@ relin.wait


CONDITION = threading.Condition()


@situation
def condition_wait():
    with CONDITION:
        log((), "condition", CONDITION, "cond.wait", name="CONDITION")
        CONDITION.wait()  #@ cond.wait


@situation
def condition_wait_for():
    with CONDITION:
        log((), "condition", CONDITION, "condfor.wait", True)
        CONDITION.wait_for(lambda: False, timeout=10000)  #@ condfor.wait


HELD_CONDITION = threading.Condition(threading.Lock())


@situation
def condition_held():
    with HELD_CONDITION:  #@ condheld.hold
        log([(HELD_CONDITION._lock, "with", "condheld.hold")], "event", EVENT, "condheld.wait",
            name="EVENT")
        EVENT.wait()  #@ condheld.wait


EVENT = threading.Event()


@situation
def condition_entering():
    time.sleep(0.3)
    log((), "lock", HELD_CONDITION._lock, "condenter.wait", name="HELD_CONDITION")
    with HELD_CONDITION:  #@ condenter.wait
        pass


@situation
def event_timeout():
    log((), "event", EVENT, "event.wait", True)
    EVENT.wait(10000)  #@ event.wait


SEMAPHORE = threading.Semaphore(1)


@situation
def semaphore_held():
    with SEMAPHORE:  #@ sem.hold
        log([(SEMAPHORE, "with", "sem.hold")], "time", 0, "sem.wait", True)
        time.sleep(10000)  #@ sem.wait


@situation
def semaphore_wait():
    time.sleep(0.3)
    log((), "semaphore", SEMAPHORE, "sem2.wait", name="SEMAPHORE")
    with SEMAPHORE:  #@ sem2.wait
        pass


BARRIER = threading.Barrier(3)


@situation
def barrier_wait():
    log((), "barrier", BARRIER, "barrier.wait", name="BARRIER")
    BARRIER.wait()  #@ barrier.wait


QUEUE, FULL, SIMPLE = queue.Queue(), queue.Queue(1), queue.SimpleQueue()
FULL.put(1)


@situation
def queue_get():
    log((), "queue", QUEUE, "get.wait", name="QUEUE")
    QUEUE.get()  #@ get.wait


@situation
def queue_get_timeout():
    log((), "queue", QUEUE, "get2.wait", True, name="QUEUE")
    QUEUE.get(timeout=10000)  #@ get2.wait


@situation
def queue_put():
    log((), "queue", FULL, "put.wait", name="FULL")
    FULL.put(2)  #@ put.wait


@situation
def queue_join():
    log((), "queue", FULL, "join.wait", name="FULL")
    FULL.join()  #@ join.wait


@situation
def simple_queue_get():
    log((), "queue", SIMPLE, "simple.wait", name="SIMPLE")
    SIMPLE.get()  #@ simple.wait


@situation
def joins_thread():
    other = next(t for t in THREADS if t.name == "queue_get")
    log((), "thread", other, "jointhread.wait", False, "queue_get")
    other.join()  #@ jointhread.wait


@situation
def joins_thread_timeout():
    other = next(t for t in THREADS if t.name == "queue_get")
    log((), "thread", other, "jointhread2.wait", True, "queue_get")
    other.join(10000)  #@ jointhread2.wait


def tell(number, frame):
    undo()


def undo():
    A.taken.release()


signal.signal(signal.SIGUSR1, tell)
POOL = concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="pool")


def in_pool():
    log((), "time", 0, "inpool.wait", True)
    time.sleep(10000)  #@ inpool.wait


FUTURE = POOL.submit(in_pool)


@situation
def future_result():
    log((), "future", FUTURE, "future.wait", False, "pool_0", name="FUTURE")
    FUTURE.result()  #@ future.wait


@situation
def futures_wait():
    log((), "future", FUTURE, "futures.wait", True, "pool_0")
    concurrent.futures.wait([FUTURE], timeout=10000)  #@ futures.wait


@situation
def as_completed():
    log((), "future", FUTURE, "completed.wait", False, "pool_0")
    for future in concurrent.futures.as_completed([FUTURE]):  #@ completed.wait
        future.result()


@situation
def subprocess_wait():
    child = subprocess.Popen(["sleep", "10000"])
    with open(FOLDER + "/children", "a") as file:
        file.write(f"{child.pid}\n")
    log([(child._waitpid_lock, "with", "popen.wait")], "process", 0, "popen.wait", False,
        pid=child.pid)
    child.wait()  #@ popen.wait


@situation
def sleeping():
    log((), "time", 0, "sleep.wait", True)
    time.sleep(10000)  #@ sleep.wait


PAIR = socket.socketpair()


@situation
def socket_recv():
    log((), "socket", PAIR[0], "recv.wait", False, name="PAIR[0]")
    PAIR[0].recv(10)  #@ recv.wait


SERVER = socket.socket()
SERVER.bind(("127.0.0.1", 0))
SERVER.listen()


@situation
def socket_accept():
    log((), "socket", SERVER, "accept.wait", False, name="SERVER")
    SERVER.accept()  #@ accept.wait


@situation
def event_loop():
    async def main():
        log((), "fd", asyncio.get_event_loop(), "loop.wait", None)
        await asyncio.get_event_loop().create_future()

    loop = asyncio.new_event_loop()
    loop.run_until_complete(main())  #@ loop.wait


PROCESS_LOCK = multiprocessing.Lock()


@situation
def process_lock_held():
    with PROCESS_LOCK:  #@ mplock.hold
        log([(PROCESS_LOCK, "owner", "mplock.hold")], "lock", TAKEN, "mplock.wait")
        TAKEN.acquire()  #@ mplock.wait


@situation
def process_lock_wait():
    time.sleep(0.3)
    log((), "lock", PROCESS_LOCK, "mplock2.wait", False, "process_lock_held", "PROCESS_LOCK")
    with PROCESS_LOCK:  #@ mplock2.wait
        pass


MP_QUEUE = multiprocessing.Queue()


@situation
def process_queue_get():
    log([(MP_QUEUE._rlock, "owner", "mpget.wait")], "queue", MP_QUEUE, "mpget.wait", False,
        name="MP_QUEUE")
    MP_QUEUE.get()  #@ mpget.wait


def main():
    for thread in THREADS:
        thread.start()
    for _ in range(len(THREADS) + 1):
        READY.acquire()
    time.sleep(1.0)
    log([(TAKEN, "suspected", "main.taken")], "thread", THREADS[0], "main.wait", False,
        THREADS[0].name)
    tids = {t.name: t.native_id for t in threading.enumerate()}
    for entry in LOG.values():
        if entry["waits"] and entry["waits"]["target"]:
            entry["waits"]["target"] = tids[entry["waits"]["target"]]
    with open(FOLDER + "/threads.json.part", "w") as file:
        json.dump(LOG, file)
    os.rename(FOLDER + "/threads.json.part", FOLDER + "/threads.json")
    THREADS[0].join()  #@ main.wait


main()
