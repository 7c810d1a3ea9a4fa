"""Hand-made reports of hangs, one a situation."""

from __future__ import annotations

from atfault.model.findings import Advice, Blame, Evidence, Finding
from atfault.model.report import (
    ActivityReport,
    PlaceReport,
    ProcessReport,
    PythonReport,
    TaskReport,
    ThreadActivityReport,
    WaitEdge,
    WaitGraph,
    WaitNode,
)
from support.reports import (
    CWD,
    HOSTILE,
    LIBC,
    LIBPYTHON,
    PACKAGES,
    STARTUP,
    idle_openblas,
    interpreter_frames,
    native_frame,
    python_frame,
    report,
    source,
    thread,
)

THREADING = "/usr/lib/python3.11/threading.py"
FUTEX = (
    native_frame("__futex_abstimed_wait_common64", LIBC),
    native_frame("PyThread_acquire_lock_timed", LIBPYTHON),
)
THREAD_START = (
    python_frame("run", THREADING, 975, "self._target()", mine=False),
    python_frame("_bootstrap", THREADING, 995, "self.run()", mine=False),
    native_frame("thread_run", LIBPYTHON),
    native_frame("start_thread", LIBC),
)


def place(file, line, function, *, mine=True):
    return PlaceReport(file if file.startswith("/") else f"{CWD}/{file}", line, function, mine)


def node(tid, name, pid=4711):
    return WaitNode(f"thread:{tid}", "thread", name, pid, tid)


def lock(key, name, kind="lock", detail="", pid=4711):
    return WaitNode(key, kind, name, pid, None, detail)


def waits(source_, target, file, line, function, *, timeout=False, proof="exact"):
    where = place(file, line, function)
    return WaitEdge(source_, target, "waits-for", where, proof, timeout)


def held(source_, target, file, line, function, proof="with"):
    return WaitEdge(source_, target, "held-by", place(file, line, function), proof)


def wanted(kind, name, file, line, function, *, by=(), detail="", exact=True, timeout=False):
    """by: (tid, name) of those that have it."""
    return {
        "kind": kind,
        "key": f"{kind}:0x7f24c0a80010@4711",
        "name": name,
        "detail": detail,
        "file": f"{CWD}/{file}",
        "line": line,
        "function": function,
        "exact": exact,
        "timeout": timeout,
        "held_by": [{"tid": tid, "pid": 4711, "name": owner} for tid, owner in by],
        "others": [],
    }


def has(kind, name, file, line, function, proof="with"):
    return {
        "kind": kind,
        "key": f"{kind}:0x7f24c0a80010@4711",
        "name": name,
        "detail": "",
        "file": f"{CWD}/{file}",
        "line": line,
        "function": function,
        "proof": proof,
    }


def sleeper(name, tid, frames, *, waits_for=None, holds=(), **more):
    one = thread(name, tid, frames, state=more.pop("state", "sleeping"), **more)
    return one._replace(waits_for=waits_for, holds=tuple(holds))


BANK = (
    "    with a.lock:",
    "        time.sleep(0.1)",
    "        with b.lock:",
    "            move(a, b)",
)


def _payer(name, tid, taken, wanted_lock, other):
    return sleeper(
        name,
        tid,
        [
            *FUTEX,
            *interpreter_frames("lock_PyThread_acquire_lock", "_PyEval_EvalFrameDefault"),
            python_frame(
                "pay",
                "bank.py",
                12,
                "with b.lock:",
                locals=(("a", "bank.Account", f"Account({taken!r})"), ("amount", "int", "10")),
            ),
            *THREAD_START,
        ],
        waits_for=wanted("lock", wanted_lock, "bank.py", 12, "pay", by=(other,)),
        holds=(has("lock", taken, "bank.py", 10, "pay"),),
    )


def deadlock():
    """The contract's second example."""
    blames = tuple(
        Blame(f"{CWD}/bank.py", 12, "pay", name, source(10, *BANK)) for name in ("pay-1", "pay-2")
    )
    finding = Finding(
        "deadlock",
        "pay-1 and pay-2 each hold the lock that the other waits for",
        "certain",
        blames,
        (
            Evidence("both take two locks, in opposite order"),
            Evidence("neither wait has a timeout"),
        ),
        (Advice("take the locks in one order everywhere, by id for example"),),
    )
    a, b = "lock:0x7f24c0a80010@4711", "lock:0x7f24c0a80040@4711"
    graph = WaitGraph(
        (node(4712, "pay-1"), node(4713, "pay-2"), lock(a, "a.lock"), lock(b, "b.lock")),
        (
            waits("thread:4712", b, "bank.py", 12, "pay"),
            waits("thread:4713", a, "bank.py", 12, "pay"),
            held(a, "thread:4712", "bank.py", 10, "pay"),
            held(b, "thread:4713", "bank.py", 10, "pay"),
        ),
        (("thread:4712", b, "thread:4713", a),),
    )
    main = sleeper(
        "MainThread",
        4711,
        [
            *FUTEX,
            python_frame("join", THREADING, 1112, "self._wait()", mine=False),
            python_frame("main", "bank.py", 30, "worker.join()"),
            python_frame("<module>", "bank.py", 33, "main()"),
            *STARTUP,
        ],
        waits_for=wanted("thread", 'thread "pay-1"', "bank.py", 30, "main"),
    )
    return report(
        [finding],
        [
            main,
            _payer("pay-1", 4712, "a.lock", "b.lock", (4713, "pay-2")),
            _payer("pay-2", 4713, "b.lock", "a.lock", (4712, "pay-1")),
            *(idle_openblas(4714 + i) for i in range(3)),
        ],
        kind="hang",
        script="bank.py",
        waits=graph,
        activity=ActivityReport(
            3.0, 60, tuple(_still(tid) for tid in (4711, 4712, 4713, 4714, 4715, 4716))
        ),
    )


def _still(tid):
    return ThreadActivityReport(tid, 0.0, 3.0, False, syscalls=("futex",))


def _process(pid, script, relation):
    return ProcessReport(
        pid=pid,
        ppid=4711,
        executable="/usr/bin/python3.11",
        argv=("python", script),
        cwd=CWD,
        python=PythonReport("3.11.7", "CPython", False),
        exit_code=None,
        relation=relation,
    )


def three_processes():
    """A cycle over a pipe, a join and a lock, in three processes."""
    finding = Finding(
        "deadlock",
        "three processes wait for each other in a ring",
        "certain",
        (
            Blame(f"{CWD}/stages.py", 40, "feed", "MainThread"),
            Blame(f"{CWD}/stages.py", 21, "parse", "4802"),
        ),
        (Evidence("the pipe to process 4802 is full: 65,536 of 65,536 bytes"),),
        (Advice("read from every worker before joining one"),),
    )
    pipe, process = "pipe:[88120]", "process:4803"
    shared = "semaphore:/mp-k3j@4711"
    graph = WaitGraph(
        (
            node(4711, "MainThread"),
            node(4802, "MainThread", 4802),
            node(4803, "store", 4803),
            lock(pipe, "pipe to process 4802", "pipe", "full: 65,536 bytes"),
            lock(process, "process 4803", "process"),
            lock(shared, "results.lock", "semaphore"),
        ),
        (
            waits("thread:4711", pipe, "stages.py", 40, "feed"),
            held(pipe, "thread:4802", "stages.py", 21, "parse", ""),
            waits("thread:4802", process, "stages.py", 21, "parse"),
            held(process, "thread:4803", "stages.py", 66, "store", ""),
            waits("thread:4803", shared, "stages.py", 66, "store", proof="inferred"),
            held(shared, "thread:4711", "stages.py", 36, "feed", "suspected"),
        ),
        (("thread:4711", pipe, "thread:4802", process, "thread:4803", shared),),
    )

    def child(pid, name, line, function, code, waits_for, relation):
        frames = [
            native_frame("__read_nocancel", LIBC),
            python_frame(function, "stages.py", line, code),
            python_frame("<module>", "stages.py", 80, "main()"),
            *STARTUP,
        ]
        inner = report(
            [Finding("unknown", "part of the deadlock of process 4711", "certain")],
            [sleeper(name, pid, frames, waits_for=waits_for)],
            kind="hang",
        )
        return inner._replace(command=None, process=_process(pid, "stages.py", relation))

    children = (
        child(
            4802,
            "MainThread",
            21,
            "parse",
            "store.join()",
            wanted("process", "process 4803", "stages.py", 21, "parse"),
            "multiprocessing worker",
        ),
        child(
            4803,
            "store",
            66,
            "store",
            "with results.lock:",
            wanted(
                "semaphore", "results.lock", "stages.py", 66, "store", by=((4711, "MainThread"),)
            ),
            "multiprocessing worker",
        ),
    )
    main = sleeper(
        "MainThread",
        4711,
        [
            native_frame("__write_nocancel", LIBC),
            python_frame(
                "_send", "/usr/lib/python3.11/multiprocessing/connection.py", 384, mine=False
            ),
            python_frame("feed", "stages.py", 40, "worker.send(batch)"),
            python_frame("<module>", "stages.py", 80, "main()"),
            *STARTUP,
        ],
        waits_for=wanted(
            "pipe", "pipe to process 4802", "stages.py", 40, "feed", detail="full: 65,536 bytes"
        ),
        holds=(has("semaphore", "results.lock", "stages.py", 36, "feed", "suspected"),),
    )
    return report(
        [finding], [main], kind="hang", script="stages.py", waits=graph, children=children
    )


def self_deadlock():
    key = "lock:0x7f24c0a80010@4711"
    blame = Blame(
        f"{CWD}/cache.py",
        14,
        "get",
        "MainThread",
        source(13, "    def get(self, key):", "        with self._lock:"),
    )
    finding = Finding(
        "self-deadlock",
        "MainThread waits for self._lock, which it holds itself since cache.py:21",
        "certain",
        (blame,),
        (Evidence("a threading.Lock may be taken once, by its own thread as well"),),
        (Advice("use threading.RLock, or take it in the outer method only"),),
    )
    graph = WaitGraph(
        (node(4711, "MainThread"), lock(key, "self._lock")),
        (
            waits("thread:4711", key, "cache.py", 14, "get"),
            held(key, "thread:4711", "cache.py", 21, "refresh"),
        ),
        (("thread:4711", key),),
    )
    main = sleeper(
        "MainThread",
        4711,
        [
            *FUTEX,
            python_frame("get", "cache.py", 14, "with self._lock:"),
            python_frame("refresh", "cache.py", 22, "old = self.get(key)"),
            python_frame("<module>", "cache.py", 30, "cache.refresh('a')"),
            *STARTUP,
        ],
        waits_for=wanted("lock", "self._lock", "cache.py", 14, "get", by=((4711, "MainThread"),)),
        holds=(has("lock", "self._lock", "cache.py", 21, "refresh"),),
    )
    return report([finding], [main], kind="hang", script="cache.py", waits=graph)


def pool_starvation():
    """Four workers wait for jobs of their own pool."""
    names = [f"pool_{i}" for i in range(4)]
    blames = (
        Blame(
            f"{CWD}/tree.py",
            11,
            "visit",
            "pool_0",
            source(
                10,
                "    jobs = [pool.submit(visit, c) for c in node]",
                "    return sum(j.result() for j in jobs)",
            ),
        ),
    )
    finding = Finding(
        "pool-starvation",
        "all 4 workers of the pool wait for jobs that stand in its own queue (9 of them)",
        "certain",
        blames,
        (
            Evidence("each of them is in Future.result() of a job that has not begun"),
            Evidence("the pool has 4 threads and may have no more (max_workers=4)"),
        ),
        (Advice("submit from outside the pool, or give the inner jobs a pool of their own"),),
    )
    future = "future:0x7f24c0a8{:04x}@4711"
    queue = "queue:0x7f24c0a9@4711"
    graph = WaitGraph(
        (
            node(4711, "MainThread"),
            *(node(4712 + i, name) for i, name in enumerate(names)),
            *(lock(future.format(i), f"jobs[{i}]", "future", "not begun") for i in range(5)),
            lock(queue, "pool._work_queue", "queue", "9 items"),
        ),
        (
            waits("thread:4711", future.format(4), "tree.py", 20, "main", proof="inferred"),
            WaitEdge(future.format(4), "thread:4712", "held-by"),
            *(
                waits(f"thread:{4712 + i}", future.format(i), "tree.py", 11, "visit")
                for i in range(4)
            ),
        ),
    )
    waiting = wanted(
        "future", "j", "tree.py", 11, "visit", detail="not begun", exact=False, timeout=False
    )
    workers = [
        sleeper(
            name,
            4712 + i,
            [
                *FUTEX,
                python_frame("wait", THREADING, 320, "waiter.acquire()", mine=False),
                python_frame(
                    "result",
                    "/usr/lib/python3.11/concurrent/futures/_base.py",
                    451,
                    "self._condition.wait(timeout)",
                    mine=False,
                ),
                python_frame("<genexpr>", "tree.py", 11, "return sum(j.result() for j in jobs)"),
                python_frame("visit", "tree.py", 11, "return sum(j.result() for j in jobs)"),
                *THREAD_START,
            ],
            waits_for=waiting,
        )
        for i, name in enumerate(names)
    ]
    main = sleeper(
        "MainThread",
        4711,
        [*FUTEX, python_frame("main", "tree.py", 20, "top.result()"), *STARTUP],
        waits_for=wanted("future", "top", "tree.py", 20, "main", by=((4712, "pool_0"),)),
    )
    return report([finding], [main, *workers], kind="hang", script="tree.py", waits=graph)


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
