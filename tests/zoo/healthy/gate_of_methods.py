# healthy: python=3.8-3.15
import sys
import threading


class Gate:
    def __init__(self):
        self._lock = threading.Lock()

    def close(self):
        self._lock.acquire()

    def open(self):
        self._lock.release()


def opener(gate):
    sys.stdin.readline()
    gate.open()


def main():
    gate = Gate()
    gate.close()
    threading.Thread(target=opener, args=(gate,)).start()
    print("READY", flush=True)
    gate.close()


main()
