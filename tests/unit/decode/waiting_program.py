"""Each thread waits in another way, in a function that is called as it waits."""

import asyncio
import fcntl
import os
import queue
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

FOLDER = sys.argv[1]
TAKEN, OWNED = threading.Lock(), threading.RLock()
NEVER, EMPTY, FULL = threading.Event(), queue.Queue(), queue.Queue(1)
FULL.put(1)
POOL = ThreadPoolExecutor(1, "worker")
PARTY, SLOTS = threading.Barrier(2), threading.Semaphore(0)


def of_a_lock():
    with TAKEN:
        pass


def of_an_rlock():
    with OWNED:
        pass


def of_an_event():
    NEVER.wait()


def of_an_event_until():
    NEVER.wait(1000)


def of_a_queue():
    EMPTY.get()


def of_a_full_queue():
    FULL.put(2)


def of_a_barrier():
    PARTY.wait()


def of_a_semaphore():
    SLOTS.acquire()


def of_a_thread(other):
    other.join()


def of_a_result():
    POOL.submit(NEVER.wait).result()


def of_a_queued_result():
    POOL.submit(int).result()


def of_an_empty_pipe(reader):
    os.read(reader, 1)


def of_a_full_pipe(writer):
    while True:
        os.write(writer, b"x" * 65536)


def of_a_pipe_of_a_child(child):
    child.stdout.read()


def of_a_child(child):
    child.wait()


def of_a_socket(one):
    one.recv(1)


def of_a_client(server):
    server.accept()


def of_a_file(path):
    with open(path) as file:
        fcntl.flock(file, fcntl.LOCK_EX)


def of_one_of_two(readers):
    select.select(readers, [], [])


def of_a_poll(reader):
    poll = select.poll()
    poll.register(reader, select.POLLIN)
    poll.poll(1000000)


def of_a_fifo(path):
    with open(path):
        pass


def of_a_time():
    time.sleep(10000)


def of_tasks():
    asyncio.run(tasks())


async def tasks():
    lock, event = asyncio.Lock(), asyncio.Event()
    await lock.acquire()
    many = [waits_for_a_lock(lock), waits_for_an_event(event), waits_for_a_time(), fails()]
    await asyncio.gather(*map(asyncio.ensure_future, many), return_exceptions=False)


async def waits_for_a_lock(lock):
    async with lock:
        pass


async def waits_for_an_event(event):
    await event.wait()


async def waits_for_a_time():
    await asyncio.sleep(10000)


async def fails():
    await asyncio.get_running_loop().create_future()


def on_signal(number, frame):
    NEVER.set()


def begin(function, *arguments):
    thread = threading.Thread(target=function, args=arguments, name=function.__name__, daemon=True)
    thread.start()
    return thread


def main():
    signal.signal(signal.SIGUSR1, on_signal)
    sleeper = [sys.executable, "-c", "import time; time.sleep(10000)"]
    child = subprocess.Popen(sleeper, stdout=subprocess.PIPE)
    gone = subprocess.Popen([sys.executable, "-c", "import os; os._exit(3)"])
    with open(os.path.join(FOLDER, "children"), "w") as file:
        file.write(f"{child.pid} {gone.pid}")
    pipes = [os.pipe() for _ in range(4)]
    one, other = socket.socketpair()
    server = socket.socket(socket.AF_UNIX)
    server.bind(os.path.join(FOLDER, "server"))
    server.listen()
    path = os.path.join(FOLDER, "locked")
    fcntl.flock(os.open(path, os.O_CREAT | os.O_RDWR), fcntl.LOCK_EX)
    os.mkfifo(os.path.join(FOLDER, "fifo"))
    with TAKEN, OWNED:
        alone = begin(of_an_event)
        for function in (of_a_lock, of_an_rlock, of_an_event_until, of_a_queue, of_a_full_queue):
            begin(function)
        for function in (of_a_barrier, of_a_semaphore, of_a_result, of_a_time, of_tasks):
            begin(function)
        begin(of_a_thread, alone)
        begin(of_an_empty_pipe, pipes[0][0])
        begin(of_a_full_pipe, pipes[1][1])
        begin(of_a_pipe_of_a_child, child)
        begin(of_a_child, child)
        begin(of_a_socket, one)
        begin(of_a_client, server)
        begin(of_a_file, path)
        begin(of_one_of_two, [pipes[2][0], other])
        begin(of_a_poll, pipes[3][0])
        begin(of_a_fifo, os.path.join(FOLDER, "fifo"))
        time.sleep(0.5)
        begin(of_a_queued_result)
        time.sleep(0.5)
        with open(os.path.join(FOLDER, "ready"), "w"):
            pass
        time.sleep(10000)


main()
