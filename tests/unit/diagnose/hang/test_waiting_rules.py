"""Rules about waits for the outside, slow work, and what nothing proves."""

from __future__ import annotations

from atfault.model.waits import (
    AsyncTask,
    ChannelFacts,
    FailedTask,
    Place,
    PoolJob,
    QueueFacts,
    SignalFacts,
    SignalHandler,
)
from support.diagnosed import claims
from support.hang_states import (
    EVENTS,
    FILE,
    first,
    hang,
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
from support.states import PID, python, thread

MAIN = worker("MainThread", PID, 30, function="main")
LISTENS = ChannelFacts(listening="TCP 127.0.0.1:80")
A_SIGNAL = resource("unknown", "a signal", in_kernel="signal")
ONE, TWO = worker("one", 11, 12), worker("two", 12, 22)


# peers


def test_a_silent_peer_is_waited_for():
    peer = resource("socket", "tcp to 127.0.0.1:80 (fd 3)")
    found = first(hang([MAIN], [wait(PID, peer, line=30)]))
    assert (found.cause, found.blame[0].line) == ("waiting-external", 30)
    assert "127.0.0.1:80" in found.summary
    assert told(hang([MAIN], [wait(PID, peer, timeout=True)])) == [("unknown", "possible")]


# the outside and health


def test_in_a_core_who_has_the_other_end_of_a_descriptor_is_in_doubt():
    waits = [wait(PID, resource("fd", "file descriptor 3", channel=ChannelFacts(3)))]
    found = first(hang([worker("MainThread")], waits, kind="core"))
    assert (found.cause, found.confidence) == ("waiting-external", "possible")
    assert [one.kind for one in found.doubts] == ["input-cut"]


def test_who_waits_for_clients_in_turns_waits_for_them():
    port = resource("socket", "TCP, listening at 127.0.0.1:80 (fd 3)", channel=LISTENS)
    state = hang([MAIN], [wait(PID, port, timeout=True)], activity=watched(moves(PID, 0.0)))
    assert told(state)[0][0] == "slow-not-stuck"  # it moves
    state = state._replace(activity=watched(moves(PID, 0.0, moved=False)))
    assert told(state)[0] == ("waiting-external", "likely")
    assert claims(first(state)) == (
        "waiting-external",
        "likely",
        ["bank.py:10:work", "bank.py:30:main"],
        {"read": 1},
    )


SERVES = library("select", "selectors.py")
PORT = resource(
    "socket", "TCP, listening at [::]:80 (fd 3)", channel=ChannelFacts(listening="TCP [::]:80")
)
OTHER_PORT = resource(
    "socket", "TCP, listening (fd 4)", channel=ChannelFacts(listening="TCP 10.0.0.1:80")
)


def test_an_idle_server_of_a_framework_waits_for_connections():
    main = thread([SERVES], tid=PID, name="MainThread", crashed=False)
    waits = [wait(PID, PORT, timeout=True), wait(PID, OTHER_PORT, timeout=True)]
    found = first(hang([main], waits))
    assert claims(found) == ("waiting-external", "likely", [], {"read": 1})
    assert found.blame == ()
    assert len(found.evidence) == 1


def test_a_framework_that_looks_around_while_it_waits_is_idle_until_it_computes():
    main = thread([SERVES], tid=PID, name="MainThread", crashed=False)
    state = hang([main], [wait(PID, PORT, timeout=True)], activity=watched(moves(PID, 0.01)))
    assert told(state)[0] == ("waiting-external", "likely")
    busy = state._replace(activity=watched(moves(PID, 1.0)))
    assert told(busy)[0] == ("slow-not-stuck", "likely")
    another = worker("one", 11, 12)
    state = state._replace(
        threads=(main, another), activity=watched(moves(PID, 0.01), moves(11, 1.0))
    )
    assert told(state)[0] == ("slow-not-stuck", "likely")


def test_a_server_beside_the_main_thread_is_not_what_the_program_waits_for():
    helper = thread([SERVES], tid=11, name="metrics", crashed=False)
    assert told(hang([MAIN, helper], [wait(11, PORT)])) == [("unknown", "possible")]
    peer = resource("socket", "tcp to 127.0.0.1:90 (fd 5)")
    main = thread([SERVES], tid=PID, name="MainThread", crashed=False)
    own = worker("one", 11, 12)
    found = first(hang([main, own], [wait(PID, PORT), wait(11, peer)]))
    assert "127.0.0.1:90" in found.summary


def test_a_worker_that_serves_is_told_of_where_the_main_thread_is_the_frameworks():
    one = thread([SERVES], tid=80, name="MainThread", crashed=False)
    served = hang([one], [wait(80, PORT, pid=80)], pid=80, ppid=PID)
    family = {"family": (served,), "relatives": (relative(80),)}
    master = thread([library("wait", "arbiter.py")], tid=PID, name="MainThread", crashed=False)
    found = first(hang([master], [], **family))
    assert claims(found) == ("waiting-external", "likely", [], {"read": 1})
    assert told(hang([MAIN], [], **family)) == [("unknown", "possible")]


def test_an_event_loop_with_a_connection_waits_for_its_peer():
    peer = resource("socket", "TCP to 127.0.0.1:80 (fd 7)")
    state = hang([MAIN], [wait(PID, EVENTS), wait(PID, peer)])
    found = first(state)
    assert claims(found) == (
        "waiting-external",
        "likely",
        ["bank.py:10:work", "bank.py:30:main"],
        {"read": 1},
    )
    assert told(hang([MAIN], [wait(PID, EVENTS, timeout=True), wait(PID, peer)])) == [
        ("unknown", "possible")
    ]


def test_a_stopped_process_waits_to_be_let_go_on():
    still = [one._replace(thread=one.thread._replace(state="T")) for one in (MAIN, ONE)]
    found = first(hang(still))
    assert claims(found) == ("waiting-external", "certain", [], {"read": 1})
    assert told(hang([still[0], ONE])) == [("unknown", "possible")]


def test_a_signal_is_waited_for_outside():
    state = hang([MAIN], [wait(PID, A_SIGNAL)])
    assert told(state) == [("waiting-external", "likely")]


NOTHING = watched(moves(PID, 0.0, moved=False), moves(11, 0.0, moved=False))


def test_a_wait_for_a_thread_that_sleeps_until_a_time_is_slow():
    waits = [wait(PID, resource("future", "f")), wait(11, resource("time", "sleep"), timeout=True)]
    timer = thread([library("wait", "threading.py")], tid=11, name="timer", crashed=False)
    found = first(hang([MAIN, timer], waits, activity=NOTHING))
    assert claims(found) == (
        "slow-not-stuck",
        "possible",
        ["bank.py:10:work", "bank.py:30:main"],
        {"read": 2},
    )
    assert found.blame[0].line == 10
    endless = [waits[0], waits[1]._replace(timeout=False)]
    assert told(hang([MAIN, timer], endless, activity=NOTHING))[0][0] != "slow-not-stuck"


def test_a_wait_for_a_child_that_computes_is_slow():
    child = hang([worker("MainThread", 90, 40)], pid=90, ppid=PID)
    waits = [wait(PID, resource("queue", "q", shared="semaphore"))]
    seen = NOTHING._replace(family=((90, 2.7),))
    family = {"family": (child,), "relatives": (relative(90),)}
    found = first(hang([MAIN], waits, activity=seen, **family))
    assert claims(found) == (
        "slow-not-stuck",
        "possible",
        ["bank.py:40:work", "bank.py:10:work", "bank.py:30:main"],
        {"read": 2},
    )
    idle = NOTHING._replace(family=((90, 0.01),))
    assert told(hang([MAIN], waits, activity=idle, **family))[0][0] == "unknown"


def test_a_child_that_the_main_thread_waits_for_comes_before_what_a_helper_looks_at():
    child = hang([worker("MainThread", 90, 40)], pid=90, ppid=PID, process_job=3)
    joins = wait(PID, resource("future", "a job"), line=30, job=PoolJob((3,), (90,)))
    spins = wait(11, resource("event", "self.on"), line=12, timeout=True)
    family = {"family": (child,), "relatives": (relative(90),)}
    for used, line in ((2.7, 40), (0.01, 12)):
        seen = watched(moves(PID, 0.0, moved=False), moves(11, 0.0, moved=False))
        seen = seen._replace(family=((90, used),))
        found = first(hang([MAIN, ONE], [joins, spins], activity=seen, **family))
        assert (found.cause, found.blame[0].line) == ("slow-not-stuck", line)


def test_a_thread_that_gives_way_again_and_again_works():
    seen = moves(PID, 0.01, moved=False)._replace(voluntary_switches=4000)
    found = first(hang([MAIN], activity=watched(seen)))
    assert claims(found) == ("slow-not-stuck", "possible", ["bank.py:30:main"], {"read": 1})


def test_where_nothing_proves_a_hang_it_is_said_what_is_waited_for_and_who_may_end_it():
    found = first(hang([MAIN, ONE], [wait(PID, resource("event", "stop"))]))
    assert claims(found) == ("unknown", "possible", [], {"read": 1})
    handled = hang([MAIN], [wait(PID, resource("event", "stop"))], caught_signals=(2, 15))
    assert claims(first(handled)) == ("unknown", "possible", [], {"read": 1})


def test_a_server_whose_own_task_has_failed_is_not_said_to_wait_for_clients_alone():
    failed = FailedTask("worker", "ValueError('no such row')", (place(44, "drain"),))
    state = hang([MAIN], [wait(PID, PORT, line=30)])
    assert told(state)[0] == ("waiting-external", "likely")
    found = first(state._replace(failed_tasks=(failed,)))
    assert (found.cause, found.confidence) == ("waiting-external", "possible")
    assert found.blame[0].line == 44
    assert '"worker" had failed before' in found.summary
    library = failed._replace(places=(place(44, "drain")._replace(mine=False),))
    assert told(state._replace(failed_tasks=(library,)))[0] == ("waiting-external", "likely")


def test_of_a_child_that_does_not_end_it_is_told_what_it_does_and_how_it_takes_sigterm():
    waits = [wait(PID, resource("process", "child process 90"), line=30, target_pid=90)]
    sleeps = wait(90, resource("time", "time.sleep"), line=17, timeout=True, pid=90)
    loop = worker("MainThread", 90, 25, function="run")
    handler = SignalHandler(15, "stop", True)
    child = hang([loop], [sleeps], pid=90, ppid=PID, handlers=(handler,))
    found = first(hang([MAIN], waits, family=(child,), relatives=(relative(90),)))
    assert (found.cause, found.blame[0].line) == ("waiting-external", 30)
    assert 25 in [line.line for line in found.blame]
    evidence = " ".join(e.text for e in found.evidence)
    assert "its main thread waits for time.sleep" in evidence
    assert "at SIGTERM it calls stop()" in evidence


def waits_for_sigusr1(who, *others):
    facts = SignalFacts((10,), tuple(one.thread.tid for one in others))
    what = resource("unknown", "SIGUSR1", in_kernel="signal", signals=facts)
    handler = SignalHandler(10, "note", True)
    return hang([who, *others], [wait(who.thread.tid, what)], handlers=(handler,))


def test_of_a_signal_that_is_waited_for_by_name_it_is_told_who_else_is_given_it():
    found = first(waits_for_sigusr1(ONE, MAIN))
    assert "waits for SIGUSR1" in found.summary
    told_of = " ".join(e.text for e in found.evidence)
    assert '"MainThread" does not block SIGUSR1' in told_of
    assert "calls note() at SIGUSR1" in told_of
    assert "pthread_sigmask" in found.advice[0].text


def test_a_main_thread_that_waits_for_a_signal_is_given_it_first():
    assert "not block" not in " ".join(e.text for e in first(waits_for_sigusr1(MAIN, ONE)).evidence)


def test_a_process_that_waits_for_nothing_is_just_alive():
    assert claims(first(hang([MAIN]))) == ("unknown", "possible", [], {"read": 1})


def test_an_event_loop_with_a_timer_runs_and_does_not_sleep_in_the_line_that_started_it():
    state = hang([MAIN], [wait(PID, EVENTS, timeout=True)], activity=NOTHING)
    found = first(state)
    assert claims(found) == ("slow-not-stuck", "possible", ["bank.py:30:main"], {"read": 2})


def test_the_line_is_told_of_the_thread_that_has_it():
    helper = thread([library("run", "threading.py")], tid=11, name="blas", crashed=False)
    found = first(hang([MAIN, helper], activity=watched(moves(PID, 1.0), moves(11, 2.0))))
    assert claims(found) == ("slow-not-stuck", "likely", ["bank.py:30:main"], {"read": 1})


def test_the_advice_is_of_what_is_waited_for():
    def advised(what, **more):
        return first(hang([MAIN], [wait(PID, what, **more)])).advice[0]

    assert "signal" in advised(A_SIGNAL).text
    port = resource("socket", "TCP, listening at 127.0.0.1:80 (fd 3)", channel=LISTENS)
    assert "client" in advised(port).text
    theirs = resource("file", "the lock of /tmp/a", channel=ChannelFacts(lock_owner=77))
    assert advised(theirs, operation="lock").command == "atfault attach 77"


def test_an_event_loop_is_not_told_of_timeouts_of_sockets():
    peer = resource("socket", "TCP to 127.0.0.1:80 (fd 7)")
    texts = [one.text for one in first(hang([MAIN], [wait(PID, EVENTS), wait(PID, peer)])).advice]
    assert "asyncio.wait_for" in texts[0] and "settimeout" not in "".join(texts)


def left_running(*last):
    """The thread of a connection that nobody closed, and the main thread, in these frames."""
    ended = thread([*last], tid=PID, name="MainThread", crashed=False)
    other = thread([library("run", "aiosqlite/core.py")], tid=11, name="db", crashed=False)
    empty = resource("queue", "shop.database._tx", queue=QueueFacts(0))
    waits = [
        wait(PID, resource("thread", 'thread "db"'), target_tid=11),
        wait(11, empty),
    ]
    return first(hang([ended, other], waits))


def test_a_program_that_is_done_and_does_not_end_is_told_as_that():
    found = left_running(library("_shutdown", "threading.py"))
    assert claims(found) == ("waits-for-nobody", "likely", ["bank.py:10:work"], {"read": 4})
    assert [one.text.partition(":")[0] for one in found.advice] == [
        "end it before the program ends"
    ]


def test_a_program_that_joins_a_thread_itself_is_not_at_its_end():
    found = left_running(library("join", "threading.py"), python("main", line=8, file=FILE))
    assert claims(found) == ("waits-for-nobody", "likely", ["bank.py:10:work"], {"read": 3})


def test_of_an_asyncio_loop_between_two_callbacks_the_tasks_are_told():
    loop = library("_run_once", "/asyncio/base_events.py")
    frame = Place(FILE, 19, "main", mine=True)
    task = AsyncTask(1, "Task-1", 2, PID, "pending", (frame,), "asyncio.sleep(0.005)")
    main = worker("MainThread", PID, 24, loop)
    seen = watched(moves(PID, 0.01, loop=place(24)))
    found = first(hang([main], tasks=(task,), activity=seen))
    assert (found.cause, found.blame[0].line) == ("slow-not-stuck", 19)
    assert found.confidence == "possible"
    inside = worker("MainThread", PID, 24, python("step", line=7, file=FILE), loop)
    found = first(hang([inside], tasks=(task,), activity=seen))
    assert (found.blame[0].line, found.confidence) == (24, "likely")
    found = first(hang([main], tasks=(task,)))
    assert (found.cause, found.blame[0].line) == ("unknown", 19)


def test_a_child_that_sleeps_in_the_users_code_comes_before_its_launcher():
    naps = wait(90, resource("time", "time.sleep", detail=""), line=40, pid=90, timeout=True)
    child = hang([worker("MainThread", 90, 40)], [naps], pid=90)
    launcher = thread([library("loop", "xdist/dsession.py")], tid=PID, name="MainThread")
    empty = wait(PID, resource("queue", "a queue.Queue"), timeout=True)
    found = first(hang([launcher], [empty], family=(child,), relatives=(relative(90),)))
    assert (found.cause, found.confidence) == ("waiting-external", "possible")
    assert found.blame[0].line == 40
