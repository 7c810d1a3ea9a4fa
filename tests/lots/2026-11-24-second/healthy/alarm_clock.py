"""Wakes at each signal of a timer, and works a little; sleeps in sigwait."""

import os
import signal
import threading
import time

SIGNALS = {signal.SIGALRM, signal.SIGUSR1, signal.SIGTERM}


def neighbour(pid):
    while True:
        time.sleep(11)
        os.kill(pid, signal.SIGUSR1)


signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
threading.Thread(target=neighbour, args=(os.getpid(),), name="neighbour", daemon=True).start()
signal.setitimer(signal.ITIMER_REAL, 7, 7)
rung = 0
while (number := signal.sigwait(SIGNALS)) != signal.SIGTERM:
    rung += 1
    print(time.strftime("%X"), signal.Signals(number).name, rung, flush=True)
