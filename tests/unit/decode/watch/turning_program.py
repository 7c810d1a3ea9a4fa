"""Loops that look for something, each in a function: test_loop_watch.py has each take a few turns,
and looks at it in every `time.sleep(1)`."""

import array
import collections
import concurrent.futures
import ctypes
import math
import multiprocessing.sharedctypes
import os.path
import pathlib
import queue
import subprocess
import sys
import threading
import time

EVENT, LOCK, INBOX = threading.Event(), threading.Lock(), queue.Queue()
SIMPLE, FUTURE = queue.SimpleQueue(), concurrent.futures.Future()
SHARED = multiprocessing.sharedctypes.Value("i", 0)
SHARED_ARRAY = multiprocessing.sharedctypes.Array("d", [1.0, 2.0, 3.0])
CELLS = array.array("i", [0, 5])
WORKER = threading.Thread(name="worker")
RUNNING, STATE, LIMIT = True, "queued", None
TABLE = {"state": "queued", 7: [], "gone": None}
ROWS = [[1, 2], [], (0.5,)]
PATH = "/no/such/file"
DEEP = collections.OrderedDict(inner={"x": 3})


class Job:
    def __init__(self):
        self.state, self.tries, self.job, self.lock = "queued", 0, None, LOCK
        self.rows, self._limit, self.is_on = collections.deque([1]), None, True

    @property
    def is_done(self):
        return self.state == "done"

    @property
    def limit(self):
        return self._limit

    @property
    def next(self):
        self.tries += 1
        return self.tries

    def finished(self):
        return self.state == "done"

    def is_over(self, limit, unit="s"):
        """Whether."""
        with self.lock:
            left = self.tries
            if left and limit is None:
                return unit
        return left > 7

    def counts(self):
        self.tries += 1
        return self.tries > 1000

    def any_of(self, *names):
        return self.state in names


class Child(subprocess.Popen):
    def __init__(self):
        self.pid, self.returncode, self._child_created = 4321, None, False

    def poll(self):
        return self.returncode


JOB, CHILD = Job(), Child()


def answer():
    return STATE


def a_local_flag():
    done = False
    while not done:
        time.sleep(1)


def a_local_flag_that_is_assigned():
    done = 0
    while not done:
        time.sleep(1)
        done = math.floor(0.5)


def a_local_flag_that_an_inner_function_sets():
    done = False

    def finish():
        nonlocal done
        done = True

    while not done:
        time.sleep(1)
    finish()


def a_global_flag():
    while RUNNING:
        time.sleep(1)


def a_global_that_changes():
    while STATE != "done":
        globals()["STATE"] += "."
        time.sleep(1)


def a_global_that_another_changes():
    while LIMIT is None or LIMIT < 100:
        time.sleep(1)


def for_ever():
    while True:
        time.sleep(1)


def for_ever_by_a_number():
    count = 0
    while 1:
        count += 1
        time.sleep(1)


def not_once_more():
    while 0 or "":
        time.sleep(1)
    while False:
        time.sleep(1)
    for _ in range(5):
        time.sleep(1)


def a_counter():
    tries = 0
    while tries < 1000:
        tries += 1
        time.sleep(1)


def a_limit_that_is_none(limit=None):
    tries = 0
    while True:
        tries += 1
        if limit is not None and tries > limit:
            break
        time.sleep(1)


def a_limit_that_is_set(limit=1000):
    tries = 0
    while True:
        tries += 1
        if limit is not None and tries > limit:
            break
        time.sleep(1)


def one_of_two(first=None, second=0):
    while first is None or second == 0:
        time.sleep(1)


def both_of_two(first=None, second=0.5):
    while first is None and not second > 7:
        time.sleep(1)


def a_deadline():
    end = time.monotonic() + 1e6
    while RUNNING:
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(1)


def a_deadline_that_is_none(end=None):
    while RUNNING:
        if end is not None and time.monotonic() > end:
            raise TimeoutError
        time.sleep(1)


def an_attribute():
    while JOB.state != "done":
        time.sleep(1)


def an_attribute_of_a_local():
    job = Job()
    while job.is_on:
        time.sleep(1)


def an_attribute_that_is_assigned():
    job = Job()
    while job.tries < 1000:
        job.tries += 1
        time.sleep(1)


def an_attribute_of_what_is_assigned():
    job = Job()
    while job.is_on:
        job = Job()
        time.sleep(1)


def an_attribute_that_is_not_there():
    job = Job()
    while job.is_on or job.nothing.state:
        time.sleep(1)


def an_unset_variable():
    job = Job()
    while job.is_on or late:
        time.sleep(1)
    late = None


def a_property():
    while not JOB.is_done:
        time.sleep(1)


def a_property_that_returns_one_attribute():
    tries = 0
    while JOB.limit is None or tries < JOB.limit:
        tries += 1
        time.sleep(1)


def a_property_that_counts():
    job = Job()
    while job.next < 1000:
        time.sleep(1)


def a_method_that_only_looks():
    while not JOB.finished():
        time.sleep(1)


def a_method_with_arguments():
    while not JOB.is_over(LIMIT, unit=STATE):
        time.sleep(1)


def a_method_with_a_constant():
    while not JOB.is_over(3):
        time.sleep(1)


def a_method_with_any_number():
    while not JOB.any_of("done", "failed"):
        time.sleep(1)


def a_method_with_what_is_computed():
    while not JOB.is_over(1, unit=STATE.title()):
        time.sleep(1)


def a_method_that_counts():
    job = Job()
    while not job.counts():
        time.sleep(1)


def a_function():
    while answer() == "queued":
        time.sleep(1)


def a_lambda():
    ready = lambda: RUNNING is None  # noqa: E731
    while not ready():
        time.sleep(1)


def an_item():
    while TABLE["state"] != "done":
        time.sleep(1)


def an_item_by_a_number():
    while not TABLE[7]:
        time.sleep(1)


def an_item_that_is_not_there():
    while not TABLE.get("done"):
        time.sleep(1)


def an_item_by_get():
    while TABLE.get("state", "new") == "queued":
        time.sleep(1)


def an_item_by_a_variable():
    key, at = "state", -2
    while TABLE[key] == "queued" and not ROWS[at]:
        time.sleep(1)


def an_item_of_a_list():
    while ROWS[0][-1] < 10:
        time.sleep(1)


def an_item_of_a_list_from_its_end():
    while not ROWS[-2]:
        time.sleep(1)


def an_item_past_the_end():
    while RUNNING or ROWS[9]:
        time.sleep(1)


def an_item_inside_of_another():
    while DEEP["inner"]["x"] == 3:
        time.sleep(1)


def an_item_that_is_assigned():
    table = {"n": 0}
    while table["n"] < 1000:
        table["n"] += 1
        time.sleep(1)


def how_many():
    while len(ROWS) < 4:
        time.sleep(1)


def how_many_are_added():
    rows = []
    while len(rows) < 1000:
        rows.append(1)
        time.sleep(1)


def whether_it_holds_any():
    rows = []
    while not rows:
        time.sleep(1)


def of_what_kind():
    while isinstance(JOB.job, type(None)) or abs(JOB.tries) < 3:
        time.sleep(1)


def the_largest():
    while max(JOB.tries, 3) < 10 and bool(RUNNING):
        time.sleep(1)


def the_largest_by_a_key():
    while max(ROWS[0], key=abs) < 10:
        time.sleep(1)


def an_expression():
    first = 1
    while (first if RUNNING else 0) + 2 < 10 and -first < 0 and first in (1, 2):
        time.sleep(1)


def a_comparison_of_three():
    first = 1
    while 0 < first < 10:
        time.sleep(1)


def a_walrus():
    while (job := JOB.job) is None:
        time.sleep(1)
    return job


def a_formatted_text():
    while f"{RUNNING}" == "True":
        time.sleep(1)


def an_event():
    while not EVENT.is_set():
        time.sleep(1)


def a_lock():
    while not LOCK.locked():
        time.sleep(1)


def a_queue():
    while INBOX.empty():
        time.sleep(1)


def a_simple_queue():
    while SIMPLE.qsize() == 0:
        time.sleep(1)


def a_future():
    while not FUTURE.done():
        time.sleep(1)


def a_thread():
    while not WORKER.is_alive():
        time.sleep(1)


def a_process():
    while CHILD.poll() is None:
        time.sleep(1)


def an_event_or_a_flag():
    while RUNNING and not EVENT.is_set():
        time.sleep(1)


def an_event_asked_for_something_else():
    while not EVENT.set():
        time.sleep(1)


def a_path():
    while not os.path.exists(PATH):
        time.sleep(1)


def a_path_relative():
    while not os.path.exists("no/such/file"):
        time.sleep(1)


def a_path_that_is_there():
    here = "/etc/passwd"
    while os.path.isfile(here):
        time.sleep(1)


def a_path_object():
    path = pathlib.Path(PATH)
    while not path.exists():
        time.sleep(1)


def an_array():
    while CELLS[1] == 5:
        time.sleep(1)


def a_small_array():
    cells = array.array("b", [1, 2])
    while cells[0]:
        time.sleep(1)


def a_long_array():
    cells = array.array("d", [0.0] * 50)
    while not cells[3]:
        time.sleep(1)


def a_long_array_that_changes():
    cells = array.array("d", [0.0] * 50)
    view = memoryview(cells)
    while cells[3] < 1000:
        view[4] += 1.0
        time.sleep(1)


def a_number_of_ctypes():
    number = ctypes.c_int(3)
    while number.value == 3:
        time.sleep(1)


def a_shared_number():
    while SHARED.value == 0:
        time.sleep(1)


def a_shared_array():
    while SHARED_ARRAY[1] == 2.0:
        time.sleep(1)


def it_prints():
    while RUNNING:
        print("waiting", file=sys.stderr)
        time.sleep(1)


def it_logs():
    log = sys.modules["logging"].getLogger("quiet")
    while RUNNING:
        log.debug("waiting")
        time.sleep(1)


def it_sets_an_event():
    while RUNNING:
        EVENT.set()
        time.sleep(1)


def it_calls_what_is_not_known():
    while RUNNING:
        sorted(map(str, ROWS))
        JOB.rows.rotate(1)
        time.sleep(1)


def it_calls_methods_of_plain_values():
    text, rows = "a", []
    while RUNNING:
        text.strip()
        text[0].split()
        rows.clear()
        time.sleep(1)


def it_calls_a_method_of_an_item():
    rows = [[1]]
    while RUNNING:
        rows[0].reverse()
        time.sleep(1)


def it_imports():
    while RUNNING:
        import json  # noqa: F401

        time.sleep(1)


def it_holds_a_lock():
    while RUNNING:
        with LOCK:
            pass
        time.sleep(1)


def it_deletes():
    rows = {}
    while RUNNING:
        rows["x"] = 1
        del rows["x"]
        time.sleep(1)


def over_an_iterator():
    for _ in iter(int, 1):
        time.sleep(1)


def over_a_list_with_a_way_out():
    for row in ROWS:
        if row is None:
            break
        time.sleep(1)


def with_a_handler():
    while RUNNING:
        try:
            int("x")
        except ValueError:
            if JOB.job:
                return
        time.sleep(1)


def an_inner_loop():
    while RUNNING:
        for _ in range(1):
            pass
        while LIMIT is None:
            time.sleep(1)


def an_outer_loop():
    while RUNNING:
        while not RUNNING:
            pass
        time.sleep(1)


def with_an_assertion():
    while True:
        assert RUNNING
        time.sleep(1)


def with_more_inputs_than_are_told():
    a = b = c = d = e = f = g = h = i = j = k = m = n = o = None
    while not (a or b or c or d or e or f or g or h or i or j or k or m or n or o):
        time.sleep(1)


def with_long_values():
    text = "x" * 90
    while (
        text == "a text that is long enough, with what follows, to be cut where it is too long"
        or text
    ):
        time.sleep(1)


def plain_values():
    done, number, ratio, name, empty, rows, pair = False, 3, 0.5, "ab", "", [1], ()
    while not (done and number and ratio and name and empty and rows and pair):
        time.sleep(1)


class Owner:
    def __init__(self):
        self.ended, self.inner = False, JOB

    def of_its_own(self):
        while not self.ended:
            time.sleep(1)

    def of_its_parts(self):
        own = self.inner
        while self.inner.job is None and own.job is None:
            time.sleep(1)

    def counts(self):
        while not self.ended:
            self.inner.tries += 1
            time.sleep(1)


def no_loop():
    time.sleep(1)
    time.sleep(1)
