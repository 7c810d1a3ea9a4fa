"""Hangs inside of packages: what asks in vain, tries again, was left behind by a fork, or rests in
native code; near misses beside each."""

from __future__ import annotations

import pytest

from atfault.model.waits import (
    Again,
    AsyncTask,
    ChannelFacts,
    FutureFacts,
    LockFacts,
    LoopCondition,
    Place,
    SignalHandler,
    ThreadPool,
)
from support.diagnosed import claims
from support.hang_states import (
    EVENTS,
    end,
    first,
    hang,
    hold,
    library,
    moves,
    place,
    relative,
    resource,
    told,
    wait,
    watched,
    worker,
)
from support.states import PID, native, python, thread

CHILD, OTHER = 90, 12
PACKAGE = "/venv/lib/python3.12/site-packages/"
SLEEP = resource("time", "time.sleep")
FUTEX = resource("unknown", "a futex", is_private=True)
LOOKS = Again(3, 3.0, place(9, "run_iter")._replace(mine=False), 12, ("machine.step",), ends=True)
ASKS = Again(3, 3.0, place(9, "Result.get")._replace(mine=False), 12, ("self.look",), inquires=True)


def package(function, file):
    code = python(function, file=PACKAGE + file).code._replace(filename=PACKAGE + file)
    return python(function, line=1, file=PACKAGE + file)._replace(code=code)


def asking(*others, again=ASKS, waits=(), seen=(), what=SLEEP, **more):
    """The main thread, in a package that asks, sleeps and asks again; seen: of the others."""
    main = worker("MainThread", PID, 30, package("get", "huey/api.py"), function="main")
    polls = wait(PID, what, line=30, timeout=True, again=again)
    activity = watched(moves(PID, 0.0, moved=False), *seen)
    return hang([main, *others], [polls, *waits], activity=activity, **more)


def keeper(*frames):
    """A package's own thread, that looks around now and then."""
    frames = frames or (package("run", "huey/keeper.py"),)
    return thread([*frames], tid=OTHER, name="keeper", crashed=False)


MAYOR = Again(15, 3.0, place(9, "count"), 12, (), inquires=True)
ASKED = LoopCondition(9, 12, "len(space.names) < 3", ("space.names = ?",), False, False, False)


def of_manager(*, condition=ASKED, again=MAYOR, state="S", serves="serve_client", **more):
    """The main thread's own loop asks a manager, whose process is looked at as well."""
    main = worker("MainThread", PID, 10)
    polls = wait(PID, SLEEP, line=10, timeout=True, again=again)
    activity = watched(moves(PID, 0.0, moved=False)._replace(condition=condition, again=again))
    server = thread([library(serves, "multiprocessing/managers.py")], tid=CHILD, crashed=False)
    family = (hang([server], pid=CHILD, ppid=PID, handlers=()),)
    relatives = (relative(CHILD), relative(91, state=state))
    seen = hang([main], [polls], activity=activity, relatives=relatives, handlers=(), **more)
    return seen._replace(family=family)


def test_a_loop_that_asks_a_manager_whose_other_clients_have_ended_waits_possibly_for_nobody():
    found = first(of_manager(state="Z"))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    assert found.blame[0].line == 10


def test_a_manager_with_another_client_or_a_loop_that_looks_at_what_is_at_hand_is_passed_over():
    for state in (
        of_manager(state="S"),
        of_manager(state="Z", serves="work"),
        of_manager(state="Z", condition=ASKED._replace(asks_world=True)),
        of_manager(state="Z", again=MAYOR._replace(ends=True)),
    ):
        assert "waits-for-nobody" not in [cause for cause, _ in told(state)]


def test_a_package_that_asks_in_vain_waits_possibly_for_nobody():
    found = first(asking())
    assert (found.cause, found.confidence) == ("waits-for-nobody", "possible")
    assert found.blame[0].line == 30
    naps = wait(OTHER, SLEEP, timeout=True)
    beside = asking(keeper(), waits=[naps], seen=[moves(OTHER, 0.0)])
    assert told(beside)[0] == ("waits-for-nobody", "possible")


def test_it_asks_not_in_vain_where_anybody_may_bring_the_answer():
    ends = ASKS._replace(ends=True)
    works = keeper(python("work", line=12, file="/home/ada/bank.py"))
    naps = [wait(OTHER, SLEEP, timeout=True)]
    seen = [moves(OTHER, 0.0)]
    peer = resource("socket", "a socket", key="s", channel=ChannelFacts(3, peer="10.0.0.1:80"))
    reads = [wait(OTHER, peer, timeout=True)]
    for state in (
        asking(again=ends),
        asking(again=ASKS._replace(inquires=False)),
        asking(again=ASKS._replace(loop=place(9))),
        asking(works, waits=naps, seen=seen),
        asking(keeper(), waits=reads, seen=seen),
        asking(relatives=(relative(CHILD),)),
        asking(handlers=(SignalHandler(10, "answer", True),)),
    ):
        assert told(state)[0][0] != "waits-for-nobody"


def test_a_thread_of_the_programs_own_that_changes_nothing_of_the_packages_brings_no_answer():
    beat = keeper(python("beat", line=12, file="/home/ada/bank.py"))
    naps, seen = [wait(OTHER, SLEEP, timeout=True)], [moves(OTHER, 0.0, moved=False)]
    main = worker("MainThread", PID, 30, package("get", "huey/api.py"), function="main")
    polls = wait(PID, SLEEP, line=30, timeout=True, again=ASKS)
    for apart, cause in (((), "slow-not-stuck"), ((OTHER,), "waits-for-nobody")):
        waits = [polls._replace(apart=apart), *naps]
        activity = watched(moves(PID, 0.0, moved=False), *seen)
        assert told(hang([main, beat], waits, activity=activity))[0][0] == cause


def test_who_asks_under_a_lock_that_the_packages_workers_need_is_in_a_ring():
    lock = resource("rlock", "totals.guard")
    for file, cause in (("huey/worker.py", "deadlock"), ("other/worker.py", "waits-for-nobody")):
        job = worker("worker", OTHER, 19)
        outer = job.stack.frames[-1]._replace(python=package("run", file), mine=False)
        job = job._replace(stack=job.stack._replace(frames=(*job.stack.frames, outer)))
        needs = wait(OTHER, lock, line=19)
        held = [hold(PID, lock, line=28)]
        seen = [moves(OTHER, 0.0, moved=False)]
        found = first(asking(job, waits=[needs], seen=seen, holds=held))
        assert (found.cause, found.confidence) == (cause, "possible")
    assert [blame.line for blame in found.blame] == [30]


def test_of_several_that_ask_the_job_of_a_package_comes_first():
    job = worker("worker", OTHER, 19, package("get", "huey/api.py"))
    also = wait(OTHER, SLEEP, line=19, timeout=True, again=ASKS)
    found = first(asking(job, waits=[also], seen=[moves(OTHER, 0.0, moved=False)]))
    assert (found.cause, found.blame[0].line) == ("waits-for-nobody", 19)


def test_a_client_that_keeps_the_error_of_its_last_connection_tries_again():
    error = "ConnectionRefusedError: [Errno 111] Connection refused"
    condition = resource("condition", "client._lock")
    tries = ASKS._replace(ends=True)
    found = first(asking(what=condition, again=tries, refused=(error,)))
    assert (found.cause, found.confidence) == ("waiting-external", "possible")
    assert error in found.summary
    assert told(asking(what=condition, again=tries))[0] == ("waits-for-nobody", "possible")


def forked(*frames, what, parent=(), timeout=False):
    """A forked process whose only thread waits in a package, and its parent."""
    main = worker("MainThread", CHILD, 18, *frames)
    waits = [wait(CHILD, what, line=18, pid=CHILD, timeout=timeout)]
    child = hang([main], waits, pid=CHILD, ppid=PID)
    child = child._replace(process=child.process._replace(forked=True))
    joined = wait(PID, resource("process", "child 90"), target_pid=CHILD)
    own = worker("MainThread", PID, 30, function="main")
    return hang([own, *parent], [joined], family=(child,), relatives=(relative(CHILD),))


def resting(*others, what=FUTEX, **more):
    """Two threads of the user's, in native code that nothing outside could wake."""
    inside = (native("pthread_cond_wait", "libc"), native("wait", "extension"))
    threads = [worker("MainThread", PID, 30, *inside), worker("camera", 11, 20, *inside)]
    waits = [wait(PID, FUTEX, line=30), wait(11, what, line=20)]
    return hang([*threads, *others], [*waits, *more.pop("waits", ())], **more)


def test_a_child_whose_end_nobody_has_asked_for_possibly_served_the_package():
    main = worker("MainThread", PID, 30, package("get", "jupyter_client/client.py"))
    waits = [wait(PID, EVENTS, line=30)]
    dead = relative(CHILD, state="Z", role="", signal=9)
    found = first(hang([main], waits, relatives=(dead,)))
    assert (found.cause, found.confidence) == ("worker-died", "possible")
    assert "SIGKILL" in found.summary
    ended = relative(CHILD, state="Z", role="", exit_code=0)
    assert told(hang([main], waits, relatives=(ended,)))[0][0] != "worker-died"
    own = worker("MainThread", PID, 30)
    assert told(hang([own], waits, relatives=(dead,)))[0][0] != "worker-died"


def test_a_main_thread_of_which_no_wait_is_known_waits_for_no_child():
    main = worker("MainThread", PID, 30, package("get", "jupyter_client/client.py"))
    dead = relative(CHILD, state="Z", role="", signal=9)
    assert told(hang([main], (), relatives=(dead,)))[0][0] != "worker-died"


def server_of_itself(queued=1, *, is_own=True):
    """A pool's only worker waits in native code, by looking again and again; a thread of the
    library's waits at the connection."""
    main = worker("MainThread", PID, 30, native("poll", "extension"))
    job = worker("pool", 11, 15, native("poll", "extension"))
    events = thread([native("run", "extension")], tid=OTHER, name="events", crashed=False)
    facts = ChannelFacts(8, peer="127.0.0.1:1", is_accepted=True)
    reads = wait(OTHER, resource("socket", "a socket", key="s", channel=facts))
    ends = (end("s", PID, "both"), end("s", PID if is_own else CHILD, "both", is_peer=True))
    naps = Again(20, 3.0, in_native=True)
    lines = ((PID, 30), (11, 15))
    waits = [wait(tid, FUTEX, line=line, timeout=True, again=naps) for tid, line in lines]
    activity = watched(*[moves(tid, 0.0, moved=False)._replace(again=naps) for tid in (PID, 11)])
    pools = (ThreadPool(PID, (11,), 0, queued),)
    more = {"activity": activity, "channel_ends": ends, "pools": pools}
    return hang([main, job, events], [*waits, reads], **more)


def test_a_server_whose_workers_all_wait_for_the_server_itself_starves():
    found = first(server_of_itself())
    assert (found.cause, found.confidence) == ("pool-starvation", "possible")
    assert found.blame[0].line == 15
    assert told(server_of_itself(0))[0][0] != "pool-starvation"
    assert told(server_of_itself(is_own=False))[0][0] != "pool-starvation"


def actor(*, line=8):
    """A thread of a package's that runs a job of the user's, which waits in the package."""
    own = python("finish", line=line, file="/home/ada/bank.py")
    runs = (package("_loop", "pykka/_actor.py"), library("run", "/threading.py"))
    frames = [package("get", "pykka/_future.py"), own, *runs]
    return thread(frames, tid=OTHER, name="actor", crashed=False)


def test_of_two_that_wait_in_a_package_its_job_comes_first():
    """pykka#76, RxPY#182: who waits for the result of a job, and the job itself."""
    result, stopped = resource("condition", "result"), resource("condition", "stopped")
    main = worker("MainThread", PID, 30, package("get", "pykka/_future.py"), function="main")
    found = first(hang([main, actor()], [wait(PID, result, line=30), wait(OTHER, stopped, line=8)]))
    assert (found.cause, found.blame[0].line) == ("waits-for-nobody", 8)
    started = worker("worker", OTHER, 8, package("get", "pykka/_future.py"))
    waits = [wait(PID, result, line=30), wait(OTHER, stopped, line=8)]
    assert first(hang([main, started], waits)).blame[0].line == 30


def joined(*, idle="worker", joins=True):
    """The main thread waits in a package for the end of an executor's thread (cherrypy#1942)."""
    main = worker("MainThread", PID, 30, package("block", "cherrypy/wspbus.py"))
    idles = thread([library("_worker", "/concurrent/futures/thread.py")], tid=OTHER, name="pool")
    what = resource("thread", "thread", key=f"thread:{OTHER}") if joins else resource("event", "e")
    waits = [
        wait(PID, what, line=30, **({"target_tid": OTHER} if joins else {})),
        wait(OTHER, resource("queue", "work"))._replace(idle=idle, place=None),
    ]
    return hang([main, idles], waits)


def test_who_joins_an_idle_worker_waits_for_nobody():
    found = first(joined())
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    assert found.blame[0].line == 30
    assert claims(found) == ("waits-for-nobody", "likely", ["bank.py:30:work"], {"read": 2})
    assert "idles" not in first(joined(joins=False)).summary


def reentered(*others, waits=(), gil=True, outer="extension", what=FUTEX):
    """A library calls back, and is called again (cachebox#67)."""
    own = worker("MainThread", PID, 9, native("lock", "extension"), function="price")
    main = worker("MainThread", PID, 30, function="main").stack.frames
    calls = thread([native("setdefault", outer)]).stack.frames
    stack = own.stack._replace(frames=(*own.stack.frames, *calls, *main))
    own = own._replace(stack=stack, holds_gil=gil)
    return hang([own, *others], [wait(PID, what, line=9), *waits])


def test_a_library_that_is_called_again_from_its_own_callback_waits_for_itself():
    found = first(reentered())
    assert (found.cause, found.confidence) == ("self-deadlock", "likely")
    assert [line.line for line in found.blame] == [9, 30]
    other = worker("other", OTHER, 20)
    assert told(reentered(other))[0] == ("self-deadlock", "likely")


def test_it_waits_not_for_itself_where_another_may_end_that():
    other = worker("other", OTHER, 20)
    inside = thread([native("work", "extension")], tid=OTHER, crashed=False)
    shared = resource("unknown", "a futex", is_private=False)
    for state in (
        reentered(other, gil=False),
        reentered(inside),
        reentered(outer="libc"),
        reentered(what=shared),
    ):
        assert all(cause != "self-deadlock" for cause, _ in told(state))


def wants_to_write(*others, readers=1):
    """A function of a library that reads under a lock has called one that writes under it."""
    calls = [native("fill", "extension"), native("get", "extension")]
    lock = LockFacts(readers=readers)
    what = resource("rwlock", "a read-write lock", is_private=True, lock=lock)
    own = worker("MainThread", PID, 9, native("pthread_rwlock_wrlock"), *calls)
    waits = [wait(PID, what, line=9), wait(OTHER, resource("queue", "work"))]
    return hang([own, *others], waits)


def test_who_wants_to_write_where_only_itself_can_read_waits_for_itself():
    found = first(wants_to_write())
    assert (found.cause, found.confidence) == ("self-deadlock", "likely")
    assert found.blame[0].line == 9
    assert any("called by get" in one.text for one in found.evidence)


def test_a_reader_may_be_another_thread_than_the_one_that_wants_to_write():
    inside = thread([native("get", "extension")], tid=OTHER, crashed=False)
    for state in (wants_to_write(inside), wants_to_write(readers=2), wants_to_write(readers=None)):
        assert all(cause != "self-deadlock" for cause, _ in told(state))
    goes_on = worker("other", OTHER + 1, 20)
    assert ("self-deadlock", "likely") not in told(wants_to_write(goes_on))


def in_a_handler(*others, at="localtime", of="libc", signalled=True):
    """A handler of a signal, written in C, asks for the time, as the function that it came in."""
    came = native("restorer", is_signal_frame=signalled)
    calls = [native("__lll_lock_wait"), native("localtime_r"), native("on_alarm", "extension")]
    what = resource("mutex", "a lock inside the C library", is_private=True)
    own = worker("MainThread", PID, 9, *calls, came, native(at, of), native("log", "extension"))
    return hang([own, *others], [wait(PID, what, line=9)])


def test_a_handler_of_a_signal_that_waits_for_what_it_has_interrupted_waits_for_itself():
    found = first(in_a_handler())
    assert (found.cause, found.confidence) == ("self-deadlock", "likely")
    assert found.blame[0].line == 9


def test_a_handler_may_wait_for_another_thread_or_have_interrupted_something_else():
    for state in (in_a_handler(at="log", of="extension"), in_a_handler(signalled=False)):
        assert all(cause != "self-deadlock" for cause, _ in told(state))
    awake = worker("other", OTHER, 20)
    assert ("self-deadlock", "likely") not in told(in_a_handler(awake))


@pytest.mark.parametrize(
    ("kind", "proof", "cause"),
    [
        ("mutex", "owner", "waits-for-nobody"),
        ("rlock", "owner", "waits-for-nobody"),
        ("rlock", "suspected", "unknown"),
    ],
)
def test_what_a_worker_has_locked_that_waits_for_its_next_job_nobody_gives_back(kind, proof, cause):
    what = resource(kind, "a lock", is_private=True)
    work = resource("queue", "work for the thread pool")
    idle = thread([library("_worker", "concurrent/futures/thread.py")], tid=OTHER, crashed=False)
    waits = [wait(PID, what, line=9, target_tid=OTHER if kind == "mutex" else None)]
    waits += [wait(OTHER, work, idle="worker")._replace(place=None)]
    own = worker("MainThread", PID, 9, native("save", "extension"))
    state = hang([own, idle], waits, [hold(OTHER, what, proof=proof)])
    found = first(state)
    assert found.cause == cause
    assert cause == "unknown" or found.blame[0].line == 9


def looks_for_its_jobs(*, state="PENDING", again=LOOKS, brought_by=(11,), is_told=True):
    """A pool's only worker waits, for a time and again and again, for two futures of its pool."""
    frames = [python("execute", line=22), package("run", "futurist/_thread.py")]
    job = thread(frames, tid=11, name="pool", crashed=False)
    futures = resource("future", "2 futures", address=0x5000, future=FutureFacts(state, 2))
    look = wait(11, futures, line=22, timeout=True, again=again, brought_by=brought_by)
    pool = ThreadPool(PID, (11,), 0, 2, is_told=is_told, jobs=() if is_told else (0x5000,))
    return hang([worker("MainThread", PID, 9), job], [look], pools=(pool,))


def asks_its_pool(*, queued=1, inner=("sleep", "/usr/lib/python3.12/asyncio/tasks.py"), mine=False):
    """The only worker of an executor waits for a task in which a package asks for another job's
    result (taskiq#280)."""
    job = worker("pool", 11, 22)
    around = Place(
        "/home/ada/wait.py" if mine else PACKAGE + "taskiq.py", 4, "wait_result", mine=mine
    )
    frames = (
        Place("/home/ada/bank.py", 17, "fetch", mine=True),
        around,
        Place(inner[1], 1, inner[0]),
    )
    task = AsyncTask(0x77, "Task-3", 0x99, PID, "pending", frames, "asyncio.sleep(0.2)")
    main = worker("MainThread", PID, 30, function="main")
    result = resource("future", "a Future")
    waits = [wait(PID, EVENTS, line=30, timeout=True), wait(11, result, line=22)]
    waits[1] = waits[1]._replace(target_task=0x77)
    return hang([main, job], waits, tasks=(task,), pools=(ThreadPool(PID, (11,), 0, queued),))


def test_a_job_that_looks_again_and_again_for_its_pools_own_jobs_starves_it_possibly():
    found = first(looks_for_its_jobs())
    assert (found.cause, found.confidence) == ("pool-starvation", "possible")
    for state in (
        looks_for_its_jobs(state=""),
        looks_for_its_jobs(again=None),
        looks_for_its_jobs(brought_by=()),
    ):
        assert told(state)[0][0] != "pool-starvation"


def test_a_job_that_waits_for_a_package_that_asks_for_a_job_starves_its_pool_possibly():
    found = first(asks_its_pool())
    assert (found.cause, found.confidence) == ("pool-starvation", "possible")
    assert found.blame[0].line == 22
    for state in (
        asks_its_pool(queued=0),
        asks_its_pool(mine=True),
        asks_its_pool(inner=("get", "/usr/lib/python3.12/asyncio/queues.py")),
    ):
        assert told(state)[0][0] != "pool-starvation"


def own_server(*, listens=True, of="waitress/server.py", users=((11, 8), (OTHER, 9))):
    """A job of a package's server asks that server; the thread that takes connections has the other
    end (waitress#88)."""
    application = python("application", line=12, file="/home/ada/bank.py")
    run = library("run", "/threading.py")
    frames = [
        library("read", "/socket.py"),
        application,
        package("service", "waitress/task.py"),
        run,
    ]
    job = thread(frames, tid=11, name="waitress-0", crashed=False)
    server = thread([package("loop", of), run], tid=OTHER, name="server", crashed=False)
    main = worker("MainThread", PID, 30)
    facts = ChannelFacts(7, peer="127.0.0.1:80", is_accepted=True)
    asked = resource("socket", "to waitress-0", key="s1", channel=facts)
    again = resource("socket", "to itself", key="s2", channel=facts._replace(fd=10))
    taking = ChannelFacts(3, listening="TCP 127.0.0.1:80" if listens else "")
    waits = [
        wait(PID, asked, line=30),
        wait(11, again, line=12),
        wait(OTHER, resource("socket", "a server", key="s3", channel=taking), timeout=True),
    ]
    ends = (
        end("s1", PID, "both", fd=8, is_peer=True),
        end("s2", PID, "both", fd=9, is_peer=True),
    )
    return hang([main, job, server], waits, channel_ends=ends, channel_users=users)


def test_a_job_of_a_server_that_asks_the_server_starves_it_possibly():
    found = first(own_server())
    assert (found.cause, found.confidence) == ("pool-starvation", "possible")
    assert found.blame[0].line == 12
    for state in (
        own_server(listens=False),
        own_server(of="other/server.py"),
        own_server(users=()),
    ):
        assert told(state)[0][0] != "pool-starvation"
    assert first(own_server(listens=False)).blame[0].line == 12
