"""Pairs of threads: one waits without an end, the other goes on, and could end that or not.

    python apart_program.py FOLDER

FOLDER/pairs.json has for each pair its name, the thread that waits, the one that goes on, and
whether the code of that leads to the end of the wait. Written for 3.8 and later.
"""

# fmt: off
import contextlib
import functools
import json
import logging
import operator
import os
import queue
import socketserver
import sys
import threading
import time
import types
import weakref
import xmlrpc.server
from concurrent.futures import Future

LONG = 10_000
PAIRS = []
READY = threading.Semaphore(0)
log = logging.getLogger("apart")


def started(function, *args):
    """Its kernel thread id."""
    found = []
    def run():
        found.append(threading.get_native_id())
        READY.release()
        function(*args)
    threading.Thread(target=run, daemon=True).start()
    READY.acquire()
    return found[0]


def pair(ends, waits, other, *args):
    """waits, other: functions that threads run; args: of the other one."""
    name = other.__qualname__.replace(".<locals>", "")
    waiter = started(waits)
    PAIRS.append({"name": name, "waits": waiter, "other": started(other, *args), "ends": ends})


class Service:
    """Its threads have the whole of it, and name what they use."""

    def __init__(self):
        self.stopping = threading.Event()
        self.jobs = queue.Queue()
        self.counts = {}
        self.commands = {"stop": self.stop, "list": self.list}

    def stop(self):
        self.stopping.set()

    def list(self):
        return sorted(self.counts)

    def ticker(self):
        while True:
            time.sleep(LONG)
            log.debug("%s", self.list())

    def looks(self):
        while not self.stopping.is_set():
            time.sleep(LONG)

    def stops(self):
        time.sleep(LONG)
        self.stop()

    def is_past_it(self):
        if self.counts:
            self.stop()
        while True:
            time.sleep(LONG)

    def dispatches(self):
        while True:
            time.sleep(LONG)
            for command in self.commands.values():
                command()

    def by_computed_name(self):
        time.sleep(LONG)
        for name in ("list", "stop"):
            getattr(self, name.strip())()

    def feeds(self):
        time.sleep(LONG)
        self.jobs.put(1)

    def drains(self):
        while True:
            time.sleep(LONG)
            self.jobs.get_nowait()


def of_service(ends, method, waits="stopping"):
    service = Service()
    wait = service.stopping.wait if waits == "stopping" else service.jobs.get
    def waiter():
        wait()
    pair(ends, waiter, getattr(service, method))


def on_event(ends, make):
    """make: of an event, what the other thread runs."""
    event = threading.Event()
    def waiter():
        event.wait()
    pair(ends, waiter, make(event))


def closure(event):
    def closure_sets():
        time.sleep(LONG)
        event.set()
    return closure_sets


def partial(event):
    later = [functools.partial(event.set)]
    def partial_in_a_list():
        time.sleep(LONG)
        later[0]()
    return partial_in_a_list


def finally_(event):
    def finally_sets():
        try:
            time.sleep(LONG)
        finally:
            event.set()
    return finally_sets


class Leaving:
    def __init__(self, event):
        self.event = event
    def __enter__(self):
        return self
    def __exit__(self, *error):
        self.event.set()


def leaving(event):
    def exit_sets():
        with Leaving(event):
            time.sleep(LONG)
    return exit_sets


class Dropped:
    def __init__(self, event):
        self.event = event
    def __del__(self):
        self.event.set()


def dropped(event):
    def del_sets():
        kept = Dropped(event)
        time.sleep(LONG)
        del kept
    return del_sets


def generator(event):
    def rows():
        try:
            yield from range(9)
        finally:
            event.set()
    def generator_sets():
        for _ in rows():
            time.sleep(LONG)
    return generator_sets


def method_caller(event):
    call = operator.methodcaller("set")
    def methodcaller_sets():
        time.sleep(LONG)
        call(event)
    return methodcaller_sets


class Proxy:
    def __init__(self, target):
        self._target = target
    def __getattr__(self, name):
        return getattr(self._target, name)


def proxy(event):
    behind = Proxy(event)
    def proxy_sets():
        time.sleep(LONG)
        behind.set()
    return proxy_sets


def weak(event):
    class Listener:
        def tell(self):
            event.set()
    listener = Listener()
    known = [weakref.WeakMethod(listener.tell)]
    def weak_method_sets(kept=listener):
        time.sleep(LONG)
        for one in known:
            one()()
    return weak_method_sets


def handler(event):
    class Telling(logging.Handler):
        def emit(self, record):
            event.set()
    mine = logging.Logger("mine")
    mine.addHandler(Telling())
    def log_handler_sets():
        time.sleep(LONG)
        mine.warning("now")
    return log_handler_sets


def thread(event):
    class Later(threading.Thread):
        def run(self):
            event.set()
    def new_thread_sets():
        time.sleep(LONG)
        Later().start()
    return new_thread_sets


def begun(event):
    class Watched(threading.Thread):
        def run(self):
            time.sleep(LONG)
            event.set()
    watched = Watched(daemon=True)
    watched.start()
    def looks_at_a_thread():
        while watched.is_alive():
            time.sleep(LONG)
    return looks_at_a_thread


def cached(event):
    @functools.lru_cache(maxsize=None)
    def tell():
        event.set()
    def cached_function_sets():
        time.sleep(LONG)
        tell()
    return cached_function_sets


def module(event):
    made = types.ModuleType("apart_helper")
    made.event = event
    exec("def finish(): event.set()", made.__dict__)
    sys.modules["apart_helper"] = made
    def import_sets():
        time.sleep(LONG)
        import apart_helper
        apart_helper.finish()
    return import_sets


class Mixin:
    def finish(self):
        self.event.set()


class Base(threading.Thread):
    pass


class Both(Base, Mixin):
    def __init__(self, event):
        super().__init__(daemon=True)
        self.event = event
    def work(self):
        time.sleep(LONG)
        self.finish()


def mixin(event):
    return Both(event).work


def served(event):
    class Desk:
        def tell(self):
            event.set()
    class Server(socketserver.ThreadingMixIn, xmlrpc.server.SimpleXMLRPCServer):
        pass
    server = Server(("127.0.0.1", 0))
    server.register_instance(Desk())
    def serves():
        server.serve_forever(LONG)
    return serves


def given_back(event):
    def collection(event=event):
        held = {"event": event, "set": 1}
        while len(held):
            time.sleep(LONG)
    return collection


def builtin(event):
    kept = [event]

    def builtin_set():
        while True:
            time.sleep(LONG)
            print(len(set(kept)))
    return builtin_set


def leads_not(event):
    def sleeps():
        while True:
            time.sleep(LONG)
    return sleeps


def sorts(event):
    class Key:
        def __lt__(self, other):
            event.set()
            return True
    keys = [Key(), Key()]
    def comparison_sets():
        time.sleep(LONG)
        keys.sort()
    return comparison_sets


def hands_on():
    """The first one has the event, and the second one sets what it is given."""
    event, given = threading.Event(), queue.Queue()
    def waiter():
        event.wait()
    def hands_on_an_event():
        time.sleep(LONG)
        given.put(event)
    def sets_what_comes():
        given.get().set()
    pair(True, waiter, hands_on_an_event)
    started(sets_what_comes)


def others():
    lock = threading.Lock()
    lock.acquire()
    def waits_for_lock():
        lock.acquire()
    def releases():
        time.sleep(LONG)
        lock.release()
    pair(True, waits_for_lock, releases)

    held = threading.Lock()
    @contextlib.contextmanager
    def locked():
        with held:
            yield
    def in_a_context():
        with locked():
            time.sleep(LONG)
    other = started(in_a_context)
    time.sleep(0.2)
    def waits_for_held():
        held.acquire()
    waiter = started(waits_for_held)
    PAIRS.append({"name": "in_a_context", "waits": waiter, "other": other, "ends": True})

    future = Future()
    def waits_for_future():
        future.result()
    def completes():
        time.sleep(LONG)
        future.set_result(1)
    def asks():
        while not future.done():
            time.sleep(LONG)
    pair(True, waits_for_future, completes)
    pair(False, waits_for_future, asks)

    condition = threading.Condition()
    def waits_for_condition():
        with condition:
            condition.wait()
    def notifies():
        time.sleep(LONG)
        with condition:
            condition.notify_all()
    pair(True, waits_for_condition, notifies)

    barrier = threading.Barrier(9)
    def waits_at_barrier():
        barrier.wait()
    def comes_later():
        time.sleep(LONG)
        barrier.wait()
    def counts():
        while barrier.n_waiting:
            time.sleep(LONG)
    pair(True, waits_at_barrier, comes_later)
    pair(False, waits_at_barrier, counts)

    event = threading.Event()
    def waits_for_timer():
        event.wait()
    timer = threading.Timer(LONG, event.set)
    timer.daemon = True
    timer.start()
    waiter = started(waits_for_timer)
    PAIRS.append({"name": "timer", "waits": waiter, "other": timer.native_id, "ends": True})


for making in (closure, partial, finally_, leaving, dropped, generator, method_caller, proxy, weak,
               handler, thread, cached, module, mixin, sorts, served):
    on_event(True, making)
for making in (given_back, builtin, leads_not, begun):
    on_event(False, making)
for name, ends in (("ticker", False), ("looks", False), ("stops", True), ("is_past_it", False),
                   ("dispatches", True), ("by_computed_name", True)):
    of_service(ends, name)
of_service(True, "feeds", waits="jobs")
of_service(False, "drains", waits="jobs")
of_service(False, "ticker", waits="jobs")
others()
hands_on()

with open(os.path.join(sys.argv[1], "pairs.tmp"), "w") as file:
    json.dump(PAIRS, file)
os.rename(os.path.join(sys.argv[1], "pairs.tmp"), os.path.join(sys.argv[1], "pairs.json"))
while True:
    time.sleep(LONG)
