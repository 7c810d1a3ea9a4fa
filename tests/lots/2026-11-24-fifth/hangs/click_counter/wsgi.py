"""Counts clicks in files that all workers share; uWSGI's lock is for what they change."""

import contextlib
import json
import threading
import time

import uwsgi
from totals import Totals


@contextlib.contextmanager
def shared_lock():
    uwsgi.lock()
    try:
        yield
    finally:
        uwsgi.unlock()


totals = Totals(shared_lock)


def application(environ, start_response):
    path = environ["PATH_INFO"]
    if path == "/click":
        body = {"clicks": totals.click(environ.get("QUERY_STRING") or "front")}
    elif path == "/top":
        body = {"top": totals.top(3)}
    else:
        start_response("404 Not Found", [("Content-Type", "application/json")])
        return [b"{}"]
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(body).encode() + b"\n"]


def age_forever():
    while True:
        time.sleep(1)
        totals.seconds += 1


threading.Thread(target=age_forever, name="age", daemon=True).start()
