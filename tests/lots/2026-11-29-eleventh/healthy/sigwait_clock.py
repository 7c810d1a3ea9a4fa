"""A clock that waits for signals: SIGALRM each quarter of a minute, SIGTERM to end."""

import signal
import threading

WANTED = {signal.SIGALRM, signal.SIGTERM}
signal.pthread_sigmask(signal.SIG_BLOCK, WANTED)
strikes = threading.Semaphore(0)


def strike():
    for number in range(1, 13):
        strikes.acquire()
        print("bong" * number, flush=True)


striker = threading.Thread(target=strike, name="striker", daemon=True)
striker.start()
signal.setitimer(signal.ITIMER_REAL, 15, 15)
while signal.sigwait(WANTED) == signal.SIGALRM:
    strikes.release()
