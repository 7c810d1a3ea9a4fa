"""A worker of RQ with its own little Redis, for the nightly jobs."""

import ctypes
import logging
import os
import signal
import tempfile
import threading
import time

import counters
import jobs
import redis
import rq
from fakeredis import TcpFakeServer

logging.basicConfig(level=logging.INFO)


class Connection(redis.Redis):
    def client_info(self, *_, **__):
        return {"addr": "127.0.0.1"}  # the little Redis cannot tell


def serve():
    server = TcpFakeServer(("127.0.0.1", 0), server_type="redis")
    threading.Thread(target=server.serve_forever, name="redis", daemon=True).start()
    return server.server_address[1]


def enqueue(connection):
    queue = rq.Queue("nightly", connection=connection, default_timeout=-1)
    for name in ("accounts", "orders", "invoices"):
        queue.enqueue(jobs.fingerprint, name)
    queue.enqueue(jobs.tidy, 1000)
    return queue


def end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def main(folder):
    os.register_at_fork(after_in_child=end_with_parent)
    connection = Connection(port=serve())
    queue = enqueue(connection)
    counters.setup(os.path.join(folder, "counts.json"))
    time.sleep(0.3)
    worker = rq.Worker([queue], connection=connection)
    worker.work(burst=True, with_scheduler=False)
    print("the night is over")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        main(temporary)
