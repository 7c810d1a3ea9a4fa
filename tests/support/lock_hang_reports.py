"""Hand-made reports of threads and processes that wait for each other, one a situation."""

from __future__ import annotations

from atfault.model.findings import Advice, Blame, Doubt, Evidence, Finding
from atfault.model.report import ProcessReport, PythonReport
from atfault.model.report_waits import ActivityReport, ThreadActivityReport, WaitEdge, WaitGraph
from support.hang_report_parts import (
    FUTEX,
    THREAD_START,
    THREADING,
    has,
    held,
    lock,
    node,
    sleeper,
    waits,
    wanted,
)
from support.report_parts import (
    CWD,
    LIBC,
    STARTUP,
    idle_openblas,
    interpreter_frames,
    native_frame,
    python_frame,
    report,
    source,
)

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
        title="Deadlock between 2 threads: nothing will move again",
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
        [finding._replace(about=graph.cycles[0])],
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
        title="Deadlock between 3 threads of 3 processes: nothing will move again",
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
        [finding._replace(about=graph.cycles[0])],
        [main],
        kind="hang",
        script="stages.py",
        waits=graph,
        children=children,
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
        "likely",
        (blame,),
        (Evidence("a threading.Lock may be taken once, by its own thread as well"),),
        (Advice("use threading.RLock, or take it in the outer method only"),),
        title="Probably a deadlock: the main thread waits for itself and will never go on",
        doubts=(
            Doubt(
                "reload, called at SIGHUP, may release self._lock: not all "
                "that it refers to was looked through",
                "handler",
            ),
        ),
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
    return report(
        [finding._replace(about=graph.cycles[0])],
        [main],
        kind="hang",
        script="cache.py",
        waits=graph,
    )


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
        title="Stuck: every worker of the pool waits for work that only the pool can do",
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
