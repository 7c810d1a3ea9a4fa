"""Reports that take a while; two may be made at a time."""

import functools
import threading
import time

import bottle

app = bottle.Bottle()
printers = threading.BoundedSemaphore(2)


def with_printer(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        with printers:
            return function(*args, **kwargs)

    return wrapper


@app.get("/report/<number:int>")
@with_printer
def report(number):
    time.sleep(6)
    return f"report {number}\n"


@app.get("/health")
def health():
    return "ok\n"
