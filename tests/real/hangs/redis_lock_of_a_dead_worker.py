# A worker died while it held a lock of redis that has no expiry: the next one asks for it for ever.
# https://github.com/redis/redis-py/issues/2243
import multiprocessing
import os
import socket
import subprocess
import time

import redis


def connect(port):
    client = redis.Redis("127.0.0.1", port)
    for _ in range(100):
        try:
            client.ping()
            return client
        except redis.ConnectionError:
            time.sleep(0.1)


def report(port):
    connect(port).lock("report").acquire()
    os.kill(os.getpid(), 9)


if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    options = ["--port", str(port), "--save", "", "--daemonize", "no"]
    server = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
    client = connect(port)
    worker = multiprocessing.get_context("spawn").Process(target=report, args=(port,))
    worker.start()
    worker.join()
    print("READY", flush=True)
    with client.lock("report"):  # <-- here
        print("reporting")
