"""Run the exchange with some workers; jobs come seldom.

    python run_exchange.py --workers 3 --every 25
"""

import argparse
import logging
import os
import subprocess
import sys
import threading
import time

from exchange import Exchange

HERE = os.path.dirname(os.path.abspath(__file__))
log = logging.getLogger("exchange")


class Customers(threading.Thread):
    def __init__(self, jobs, every, number):
        super().__init__(name="customers", daemon=True)
        self.jobs = jobs
        self.every = every
        self.number = number

    def run(self):
        for number in range(self.number):
            time.sleep(self.every)
            self.jobs.put(f"paint fence {number}")
        self.jobs.put(None)


def start_worker(port, name):
    command = [sys.executable, os.path.join(HERE, "worker.py"), str(port), name]
    return subprocess.Popen(command)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--every", type=float, default=25)
    parser.add_argument("--jobs", type=int, default=8)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    with Exchange() as exchange:
        threading.Thread(target=exchange.serve_forever, name="exchange", daemon=True).start()
        port = exchange.server_address[1]
        workers = [start_worker(port, f"worker {n}") for n in range(options.workers)]
        Customers(exchange.jobs, options.every, options.jobs).start()
        for _ in range(options.jobs):
            log.info("%s", exchange.results.get())
        for worker in workers:
            worker.wait()
        exchange.shutdown()


if __name__ == "__main__":
    main()
