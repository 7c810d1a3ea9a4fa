"""Hand-made reports of loops, tasks, waits for the outside and health, and all hangs by name."""

from __future__ import annotations

from atfault.model.findings import Advice, Blame, Evidence, Finding
from atfault.model.report_waits import ActivityReport, TaskReport, ThreadActivityReport, WaitGraph
from support.hang_report_parts import FUTEX, THREAD_START, lock, node, place, sleeper, waits, wanted
from support.lock_hang_reports import (
    _still,
    deadlock,
    pool_starvation,
    self_deadlock,
    three_processes,
)
from support.report_parts import (
    CWD,
    HOSTILE,
    LIBC,
    PACKAGES,
    STARTUP,
    idle_openblas,
    interpreter_frames,
    native_frame,
    python_frame,
    report,
    source,
)


def busy_loop():
    blame = Blame(
        f"{CWD}/poll.py",
        7,
        "wait_ready",
        "MainThread",
        source(
            5,
            "def wait_ready(device):",
            "    done = False",
            "    while not done:",
            "        device.tick()",
        ),
    )
    finding = Finding(
        "busy-loop",
        "the loop at poll.py:7 ran all the time, and its condition `not done` never changed",
        "likely",
        (blame,),
        (
            Evidence("MainThread used 2.99 s of CPU time in 3.0 s"),
            Evidence("done = False in all 60 samples"),
        ),
        (Advice("what should set done? nothing in the loop assigns it"),),
        title="Busy, not stuck: the loop at poll.py:7 in wait_ready goes on and on",
    )
    main = sleeper(
        "MainThread",
        4711,
        [
            *interpreter_frames("_PyEval_EvalFrameDefault"),
            python_frame(
                "tick", "device.py", 31, "self.ticks += 1", locals=(("self", "Device", "Device()"),)
            ),
            python_frame(
                "wait_ready",
                "poll.py",
                8,
                "device.tick()",
                locals=(("device", "Device", "Device()"), ("done", "bool", "False")),
            ),
            python_frame("<module>", "poll.py", 12, "wait_ready(Device())"),
            *STARTUP,
        ],
        state="running",
        holds_gil=True,
    )
    activity = ThreadActivityReport(
        4711,
        2.99,
        3.0,
        True,
        ("self.ticks 1,204,551 → 7,120,004 (device.py:31)",),
        ("done = False",),
        place("poll.py", 7, "wait_ready"),
    )
    return report(
        [finding],
        [main],
        kind="hang",
        script="poll.py",
        activity=ActivityReport(3.0, 60, (activity,)),
    )


def _task(number, outer_line=30):
    return TaskReport(
        f"fetch-{number}",
        "pending",
        4711,
        "0x7f24c0a80010",
        (
            place("/usr/lib/python3.11/asyncio/locks.py", 13, "acquire", mine=False),
            place("crawl.py", 12, "fetch"),
            place("crawl.py", outer_line, "crawl"),
        ),
        f"an asyncio.Semaphore (0 of 4 free), taken by fetch-{number - 1}",
        ("main",),
    )


def event_loop_blocked():
    blame = Blame(
        f"{CWD}/crawl.py",
        17,
        "parse",
        "MainThread",
        source(16, "async def parse(page):", "    time.sleep(page.delay)  # be polite"),
    )
    finding = Finding(
        "event-loop-blocked",
        "the task parse-1 has kept the event loop for 3 s in time.sleep; 42 tasks wait",
        "certain",
        (blame,),
        (Evidence("the loop of MainThread is in a task's step, not in its selector"),),
        (Advice("await asyncio.sleep(page.delay)"),),
        title="The event loop is blocked at crawl.py:17 in parse",
    )
    running = TaskReport(
        "parse-1",
        "running",
        4711,
        "0x7f24c0a80010",
        (place("crawl.py", 17, "parse"), place("crawl.py", 24, "work")),
        "",
    )
    main_task = TaskReport(
        "main",
        "pending",
        4711,
        "0x7f24c0a80010",
        (place("crawl.py", 50, "main"),),
        "a gather of 40 tasks",
    )
    main = sleeper(
        "MainThread",
        4711,
        [
            native_frame("clock_nanosleep", LIBC),
            python_frame(
                "parse",
                "crawl.py",
                17,
                "time.sleep(page.delay)  # be polite",
                locals=(("page", "Page", "Page('/a')"),),
            ),
            python_frame("work", "crawl.py", 24, "await parse(page)"),
            python_frame(
                "_run",
                "/usr/lib/python3.11/asyncio/events.py",
                80,
                "self._context.run()",
                mine=False,
            ),
            python_frame("<module>", "crawl.py", 60, "asyncio.run(main())"),
            *STARTUP,
        ],
        waits_for=wanted("time", "time.sleep", "crawl.py", 17, "parse", timeout=True),
    )
    return report(
        [finding],
        [main],
        kind="hang",
        script="crawl.py",
        tasks=(
            *(_task(i) for i in range(1, 41)),
            running,
            main_task,
            _task(99, outer_line=33),
        ),
    )


def waiting_external():
    blame = Blame(
        f"{CWD}/report.py",
        9,
        "load",
        "MainThread",
        source(8, "    with connect(DSN) as db:", "        rows = db.execute(QUERY).fetchall()"),
    )
    finding = Finding(
        "waiting-external",
        "MainThread waits for an answer from 10.0.0.7:5432 (PostgreSQL's port), over socket 5",
        "certain",
        (blame,),
        (
            Evidence("recvfrom on descriptor 5, a TCP connection to 10.0.0.7:5432"),
            Evidence("the socket has no timeout"),
        ),
        (Advice("look at what the server does with this connection"),),
        title="Waiting for a reply on socket 5, peer 10.0.0.7:5432",
    )
    main = sleeper(
        "MainThread",
        4711,
        [
            native_frame("__libc_recv", LIBC),
            native_frame("pqsecure_raw_read", "/usr/lib/x86_64-linux-gnu/libpq.so.5"),
            python_frame("execute", f"{PACKAGES}/psycopg/connection.py", 730, mine=False),
            python_frame(
                "load",
                "report.py",
                9,
                "rows = db.execute(QUERY).fetchall()",
                locals=(("db", "psycopg.Connection", "<Connection>"),),
            ),
            python_frame("<module>", "report.py", 14, "load()"),
            *STARTUP,
        ],
        waits_for=wanted(
            "socket", "a reply on socket 5", "report.py", 9, "load", detail="peer 10.0.0.7:5432"
        ),
    )
    return report([finding], [main], kind="hang", script="report.py")


def joined_chain():
    """Main waits for a thread that waits for a queue that nobody fills."""
    finding = Finding(
        "waits-for-nobody",
        "reader waits for jobs, an empty queue that no running thread puts anything into",
        "likely",
        (
            Blame(f"{CWD}/feed.py", 20, "main", "MainThread", source(20, "    reader.join()")),
            Blame(f"{CWD}/feed.py", 9, "read", "reader", source(9, "        job = jobs.get()")),
        ),
        (Evidence("jobs.put is called by feed alone, and its thread has ended"),),
        (Advice("put a sentinel into the queue when the feeder is done"),),
        title="Probably stuck: the main thread waits for what nobody can bring any more",
    )
    queue = "queue:0x7f24c0a80010@4711"
    graph = WaitGraph(
        (node(4711, "MainThread"), node(4712, "reader"), lock(queue, "jobs", "queue", "empty")),
        (
            waits("thread:4711", "thread:4712", "feed.py", 20, "main"),
            waits("thread:4712", queue, "feed.py", 9, "read", proof="inferred"),
        ),
    )
    main = sleeper(
        "MainThread",
        4711,
        [*FUTEX, python_frame("main", "feed.py", 20, "reader.join()"), *STARTUP],
        waits_for=wanted("thread", 'thread "reader"', "feed.py", 20, "main"),
    )
    reader = sleeper(
        "reader",
        4712,
        [*FUTEX, python_frame("read", "feed.py", 9, "job = jobs.get()"), *THREAD_START],
        waits_for=wanted("queue", "jobs", "feed.py", 9, "read", detail="empty", exact=False),
    )
    return report([finding], [main, reader], kind="hang", script="feed.py", waits=graph)


def healthy():
    """A web server that waits for requests, as `attach --now` sees it."""
    main = sleeper(
        "MainThread",
        4711,
        [
            native_frame("epoll_wait", LIBC),
            python_frame(
                "select",
                "/usr/lib/python3.11/selectors.py",
                468,
                "self._selector.poll()",
                mine=False,
            ),
            python_frame("<module>", "serve.py", 12, "server.serve_forever()"),
            *STARTUP,
        ],
        waits_for=wanted("socket", "a connection to port 8000", "serve.py", 12, "<module>"),
    )
    worker = sleeper(
        "worker",
        4712,
        [python_frame("square", "serve.py", 7, "return x * x"), *THREAD_START],
        state="running",
        holds_gil=True,
    )
    finding = Finding(
        "unknown",
        "nothing is wrong as far as this moment shows: one thread runs, one waits",
        "possible",
    )
    activity = ActivityReport(
        3.0,
        60,
        (_still(4711), ThreadActivityReport(4712, 1.4, 3.0, True, ("x 3 → 881 (serve.py:7)",))),
    )
    return report(
        [finding],
        [main, worker, *(idle_openblas(4713 + i) for i in range(2))],
        kind="snapshot",
        script="serve.py",
        activity=activity,
    )


def hostile_hang():
    """Every name that the hanging program chose is hostile, and the graph is damaged."""
    base = deadlock()
    graph = base.waits
    nodes = tuple(one._replace(name=HOSTILE, detail=HOSTILE) for one in graph.nodes)
    cycles = (("thread:1", "gone"), *graph.cycles, ("thread:4712",), ())
    where = place(f"{HOSTILE}.py", 7, HOSTILE)
    edges = tuple(edge._replace(place=where) for edge in graph.edges)
    tasks = tuple(
        TaskReport(HOSTILE, HOSTILE, 4711, None, (where,) * 30, HOSTILE, (HOSTILE,) * 5)
        for _ in range(3)
    )
    activity = ThreadActivityReport(4711, 1.0, 3.0, True, (HOSTILE,) * 9, (HOSTILE,), where)
    threads = tuple(
        one._replace(
            name=HOSTILE,
            waits_for={
                "name": HOSTILE,
                "file": HOSTILE,
                "line": "x",
                "held_by": [7, {"name": HOSTILE}],
            },
            holds=({"name": 7}, {"name": HOSTILE, "proof": "suspected"}),
        )
        for one in base.threads
    )
    blames = tuple(one._replace(thread=HOSTILE, file=HOSTILE) for one in base.diagnosis[0].blame)
    return base._replace(
        diagnosis=(base.diagnosis[0]._replace(blame=blames),),
        threads=threads,
        waits=WaitGraph(nodes, edges, cycles),
        tasks=tasks,
        activity=ActivityReport(3.0, 60, (activity,)),
    )


HANGS = {
    "deadlock": deadlock,
    "three_processes": three_processes,
    "self_deadlock": self_deadlock,
    "pool_starvation": pool_starvation,
    "busy_loop": busy_loop,
    "event_loop_blocked": event_loop_blocked,
    "waiting_external": waiting_external,
    "joined_chain": joined_chain,
    "healthy": healthy,
}
