"""A server that hands out jobs: workers hold a connection each, and wait there for something to do."""

import logging
import queue
import socketserver

log = logging.getLogger(__name__)


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        name = self.rfile.readline().decode().strip()
        log.info("%s is here", name)
        jobs = self.server.jobs
        while True:
            job = jobs.get()
            if job is None:
                jobs.put(None)
                self.wfile.write(b"GO HOME\n")
                return
            self.wfile.write(f"{job}\n".encode())
            answer = self.rfile.readline()
            if not answer:
                jobs.put(job)
                return
            self.server.results.put((name, job, answer.decode().strip()))


class Exchange(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.jobs = queue.Queue()
        self.results = queue.Queue()
