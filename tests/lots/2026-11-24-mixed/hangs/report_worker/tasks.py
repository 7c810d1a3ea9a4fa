import threading
import time

from celery import Celery

app = Celery("reports", broker="memory://")
app.conf.update(task_ignore_result=True, worker_hijack_root_logger=False, broker_connection_retry_on_startup=True)


class Sheets:
    """What tasks hand to one another inside of this worker."""

    def __init__(self):
        self._ready = {}
        self._lock = threading.Lock()

    def _event(self, name):
        with self._lock:
            return self._ready.setdefault(name, threading.Event())

    def put(self, name):
        self._event(name).set()

    def wait(self, name):
        self._event(name).wait()  # <-- here


sheets = Sheets()


@app.task
def collect(name):
    time.sleep(0.5)
    sheets.put(name)


@app.task
def publish(name):
    sheets.wait(name)  # <-- here
    return f"{name} published"


@app.task
def ping():
    return "pong"
