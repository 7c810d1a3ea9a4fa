"""A meter sends what it reads, each reading after the last one was acknowledged."""

import concurrent.futures
import queue
import threading
import time

import grpc

import rpc
from collector import Collector


class Meter:
    def __init__(self, channel):
        self.outbox = queue.SimpleQueue()
        self.answers = rpc.stub(channel)(iter(self.outbox.get, None))
        self.acknowledged = []

    def send(self, value):
        self.outbox.put({"value": value})
        answer = next(self.answers)  # <-- here
        self.acknowledged.append(answer["total"])

    def close(self):
        self.outbox.put(None)


def watchdog(meter):
    while True:
        time.sleep(1)
        print("acknowledged", len(meter.acknowledged), flush=True)


def main():
    pool = concurrent.futures.ThreadPoolExecutor(4, thread_name_prefix="rpc")
    server, port = rpc.serve(Collector(batch=2), pool)
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        meter = Meter(channel)
        threading.Thread(target=watchdog, args=(meter,), name="watchdog", daemon=True).start()
        for value in (20.5, 20.75, 21.0):
            meter.send(value)  # <-- here
        meter.close()
    server.stop(None)


if __name__ == "__main__":
    main()
