# The main thread sleeps in pause() between the ticks of an interval timer; a thread saves on request.
import queue
import signal
import threading

requests = queue.Queue()


def save():
    while True:
        requests.get()


def tick(signum, frame):
    requests.put(signum)


threading.Thread(target=save, daemon=True, name="saver").start()
signal.signal(signal.SIGALRM, tick)
signal.setitimer(signal.ITIMER_REAL, 1.5, 1.5)
print("READY", flush=True)
while True:
    signal.pause()
