import queue
import threading
import time


class Printer(threading.Thread):
    def __init__(self, name, rules=()):
        super().__init__(name=name, daemon=True)
        self.jobs = queue.Queue()
        self.rules = list(rules)
        self.sheets = 0

    def submit(self, job):
        for rule in self.rules:
            job = rule(job)
        self.jobs.put(job)

    def run(self):
        while True:
            job = self.jobs.get()
            try:
                self.print_pages(job)
            except Exception as error:
                job.errors.append(error)
            finally:
                job.done.set()

    def print_pages(self, job):
        for _ in range(job.copies):
            time.sleep(0.02)
            self.sheets += 1


class Office:
    def __init__(self, *printers):
        self.printers = printers
        for printer in printers:
            printer.start()

    def send(self, job):
        printer = min(self.printers, key=lambda one: one.jobs.qsize())
        printer.submit(job)
        return job
