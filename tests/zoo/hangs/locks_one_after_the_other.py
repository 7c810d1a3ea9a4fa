# hang: cause=deadlock confidence=likely python=3.8-3.15 names=forward,backward
import threading
import time


class Table:
    def __init__(self, rows):
        self.locks = [threading.Lock() for _ in range(rows)]

    def update(self, order):
        for row in order:
            self.locks[row].acquire()  # <-- here
            time.sleep(0.2)
        for row in order:
            self.locks[row].release()


table = Table(3)
threads = [
    threading.Thread(target=table.update, args=([0, 1, 2],), name="forward"),
    threading.Thread(target=table.update, args=([2, 1, 0],), name="backward"),
]
for thread in threads:
    thread.start()
print("READY", flush=True)
for thread in threads:
    thread.join()
