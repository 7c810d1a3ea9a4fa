# healthy:
import os
import queue
import threading
import time


class Journal:
    def __init__(self):
        self.lines = queue.Queue(8)

    def start(self):
        threading.Thread(target=self.write, daemon=True, name="writer").start()

    def write(self):
        while True:
            self.lines.get()
            time.sleep(0.05)


journal = Journal()
journal.start()
child = os.fork()
if child == 0:
    journal.start()
    while True:
        journal.lines.put("a step")
print("READY", flush=True)
os.waitpid(child, 0)
