"""A bell is rung by a signal, once all tables are laid; helpers must not be disturbed by it."""

import os
import signal
import threading
import time

rung = threading.Event()


def ring(number, frame):
    rung.set()


class Helper(threading.Thread):
    def __init__(self, table):
        super().__init__(name=f"table {table}")
        self.table = table
        self.laid = False

    def run(self):
        time.sleep(0.2 * self.table)
        self.laid = True
        if self.table == 3:
            os.kill(os.getpid(), signal.SIGUSR1)


def lay(tables):
    # The threads inherit the mask of who starts them.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1, signal.SIGTERM})
    helpers = [Helper(table) for table in range(1, tables + 1)]
    for helper in helpers:
        helper.start()
    return helpers


signal.signal(signal.SIGUSR1, ring)
helpers = lay(3)
for helper in helpers:
    helper.join()
print("laid", [helper.table for helper in helpers], flush=True)
rung.wait()
print("dinner")
