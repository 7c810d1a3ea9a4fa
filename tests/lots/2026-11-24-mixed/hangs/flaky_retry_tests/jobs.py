import functools
import threading
import time


def patient(function):
    """Tries again whatever happens: the service is down now and then."""

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        while True:
            try:
                return function(*args, **kwargs)
            except:  # noqa
                time.sleep(0.2)

    return wrapper


class Job:
    def __init__(self, work):
        self.state = "queued"
        self.result = None
        self._work = work

    def run(self):
        self.state = "running"
        self.result = self._work()
        self.state = "done"


class Runner:
    def __init__(self):
        self.threads = []

    def submit(self, work):
        job = Job(work)
        thread = threading.Thread(target=job.run, name="job", daemon=True)
        thread.start()
        self.threads.append(thread)
        return job

    @patient
    def result(self, job):
        while job.state != "done":  # <-- here
            time.sleep(0.05)
        return job.result
