"""Says something at each SIGUSR1; sends it to itself every eight seconds."""

import os
import signal
import threading
import time


def ticker():
    while True:
        time.sleep(8)
        os.kill(os.getpid(), signal.SIGUSR1)


def main():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    threading.Thread(target=ticker, name="ticker", daemon=True).start()
    while True:
        signal.sigwait({signal.SIGUSR1})
        print("tick", flush=True)
