"""A pool of subprocesses: three at a time, each of which works for some seconds."""

import contextlib
import subprocess
import sys
import threading
import time

import plan

WORK = "import sys, time; time.sleep(float(sys.argv[1])); sys.exit(int(sys.argv[2]))"


class Slots:
    def __init__(self, count):
        self.free = threading.Semaphore(count)
        self.lock = threading.Lock()
        self.running = {}

    @contextlib.contextmanager
    def slot(self, job):
        with self.free:
            with self.lock:
                self.running[job.name] = time.monotonic()
            yield
            with self.lock:
                del self.running[job.name]

    def run(self, job, stopped):
        while not job.done and not stopped.is_set():
            with self.slot(job):
                command = [sys.executable, "-c", WORK, str(job.seconds), str(job.code)]
                job.codes.append(subprocess.Popen(command).wait())
                print(job.name, "ended with", job.codes[-1], flush=True)

    def show(self):
        while True:
            time.sleep(5)
            with self.lock:
                print("at work:", ", ".join(self.running), flush=True)


def main():
    jobs = plan.Plan(30)
    slots = Slots(3)
    threading.Thread(target=slots.show, name="show", daemon=True).start()
    threads = [
        threading.Thread(target=slots.run, args=[job, jobs.stopped], name=job.name) for job in jobs
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return jobs.code()


if __name__ == "__main__":
    sys.exit(main())
