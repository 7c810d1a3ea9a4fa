# hang: cause=self-deadlock confidence=certain
import os
import signal
import threading

state = threading.Lock()
seen = []


def on_usr1(number, frame):
    with state:  # <-- here
        seen.append(number)


def main():
    signal.signal(signal.SIGUSR1, on_usr1)
    print("READY", flush=True)
    with state:  # <-- here
        os.kill(os.getpid(), signal.SIGUSR1)
        for _ in range(1000):
            seen.copy()


main()
