"""Tasks in every state of waiting, on two event loops; the program logs them as it sees them.

    python asyncio_tasks_program.py FOLDER

writes FOLDER/tasks.json: for each loop {thread, tasks: {name: {frames, waits_for}}}; frames are
[function name, line] from the outermost coroutine inward, by cr_await and cr_frame. Where a chain
leads through `async for`, these lose it: the step that is missing is added. Written for 3.8+.
"""

# fmt: off
import asyncio
import concurrent.futures
import json
import os
import sys
import threading
import time

FOLDER = sys.argv[1]
EXPECTED = {}
LOGS = []


def chain(task):
    frames, step = [], task.get_coro()
    while step is not None:
        if hasattr(step, "cr_frame"):
            frame, step = step.cr_frame, step.cr_await
        elif hasattr(step, "ag_frame"):
            frame, step = step.ag_frame, step.ag_await
        elif hasattr(step, "gi_frame"):
            frame, step = step.gi_frame, step.gi_yieldfrom
        else:
            break
        if frame is None:
            break
        frames.append([frame.f_code.co_name, frame.f_lineno])
        if frame.f_code is iterates.__code__:
            frames.append(["steps", STEPS_LINE])
    return frames


def start(name, coroutine, waits_for):
    task = asyncio.get_event_loop().create_task(coroutine)
    try:
        task.set_name(name)
    except AttributeError:
        pass
    EXPECTED[name] = waits_for
    return task


async def sleeper(delay):
    await asyncio.sleep(delay)


async def outer(task):
    await middle(task)


async def middle(task):
    try:
        await task
    finally:
        pass


async def gathers(*tasks):
    await asyncio.gather(*tasks)


async def waits_for_event(event):
    await event.wait()


async def takes(lock):
    async with lock:
        await asyncio.sleep(10000)


async def gets(queue):
    return await queue.get()


async def puts(queue):
    await queue.put(1)


async def with_timeout(future):
    await asyncio.wait_for(future, 10000)


async def shielded(future):
    await asyncio.shield(future)


async def waits(tasks):
    await asyncio.wait(tasks)


async def steps(future):
    yield 1
    await future
    yield 2


STEPS_LINE = steps.__code__.co_firstlineno + 2


async def iterates(future):
    async for _ in steps(future):
        pass


class Resource:
    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc_info):
        await asyncio.sleep(10000)


async def leaves(resource):
    async with resource:
        pass


class Awaitable:
    def __init__(self, future):
        self.future = future

    def __await__(self):
        return (yield from self.future)


async def awaits_object(future):
    await Awaitable(future)


async def in_executor(pool):
    await asyncio.get_event_loop().run_in_executor(pool, time.sleep, 10000)


async def reads(reader):
    await reader.read(10)


async def deep(n, future):
    if n:
        await deep(n - 1, future)
    else:
        await future


async def group_main():
    async with asyncio.TaskGroup() as group:
        group.create_task(sleeper(10000), name="in-group")


def log(loop):
    asyncio.set_event_loop(loop)
    found = {}
    for task in asyncio.all_tasks(loop):
        found[task.get_name()] = {"frames": chain(task), "waits_for": EXPECTED.get(task.get_name())}
    LOGS.append({"thread": threading.get_native_id(), "tasks": found})


async def main(prefix, pool):
    loop = asyncio.get_event_loop()
    future = loop.create_future()
    event, lock, queue, full = asyncio.Event(), asyncio.Lock(), asyncio.Queue(), asyncio.Queue(1)
    full.put_nowait(1)
    first = start(prefix + "sleeper", sleeper(10000), "asyncio.sleep(10000)")
    start(prefix + "outer", outer(first), f"task '{prefix}sleeper'")
    others = [start(f"{prefix}s{i}", sleeper(5000 + i), f"asyncio.sleep({5000 + i})")
              for i in range(3)]
    start(prefix + "gathers", gathers(*others), "3 tasks: " + ", ".join(
        f"'{prefix}s{i}'" for i in range(3)))
    start(prefix + "event", waits_for_event(event), "event (asyncio.Event)")
    start(prefix + "lock-1", takes(lock), "asyncio.sleep(10000)")
    start(prefix + "lock-2", takes(lock), "lock (asyncio.Lock)")
    start(prefix + "gets", gets(queue), "queue.get() (asyncio.Queue, 0 items)")
    start(prefix + "puts", puts(full), "queue.put() (asyncio.Queue, 1 item)")
    start(prefix + "future", middle(future), "a future")
    start(prefix + "shield", shielded(future), "a future")
    start(prefix + "timeout", with_timeout(loop.create_future()), None)
    start(prefix + "waits", waits(others[:2]), "2 tasks: ")
    start(prefix + "iterates", iterates(future), "a future")
    start(prefix + "leaves", leaves(Resource()), "asyncio.sleep(10000)")
    start(prefix + "object", awaits_object(future), "a future")
    start(prefix + "executor", in_executor(pool), "a call in an executor")
    reader = asyncio.StreamReader()  # it alone keeps its task alive
    start(prefix + "reads", reads(reader), "asyncio's ")
    start(prefix + "deep", deep(20, future), "a future")
    if hasattr(asyncio, "TaskGroup"):
        start(prefix + "group", group_main(), "task 'in-group'")
    if hasattr(asyncio, "eager_task_factory"):
        asyncio.Task(sleeper(77), loop=loop, name=prefix + "eager", eager_start=True)
        EXPECTED[prefix + "eager"] = "asyncio.sleep(77)"
    done = start(prefix + "done", asyncio.sleep(0), None)
    await done
    loop.call_later(1.0, log, loop)
    await loop.create_future()


def run(prefix, pool):
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    task = loop.create_task(main(prefix, pool))
    try:
        task.set_name(prefix + "main")
    except AttributeError:
        pass
    EXPECTED[prefix + "main"] = "a future"
    loop.run_until_complete(task)


def finish():
    while len(LOGS) < 2:
        time.sleep(0.05)
    with open(FOLDER + "/tasks.json.part", "w") as file:
        json.dump(LOGS, file)
    os.rename(FOLDER + "/tasks.json.part", FOLDER + "/tasks.json")


POOL = concurrent.futures.ThreadPoolExecutor(4)
threading.Thread(target=finish, daemon=True).start()
threading.Thread(target=run, args=("second-", POOL), daemon=True).start()
run("first-", POOL)
