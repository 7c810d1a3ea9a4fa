# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15 text=full core=no
import os
import queue
import sys
import threading


class Journal:
    def __init__(self, size):
        self.lines = queue.Queue(size)
        threading.Thread(target=self.write, daemon=True, name="writer").start()

    def write(self):
        while True:
            sys.stderr.write(self.lines.get())

    def note(self, text):
        self.lines.put(text)  # <-- here


def work(journal):
    for number in range(100):
        journal.note(f"step {number}\n")


journal = Journal(8)
journal.note("begun\n")
child = os.fork()
if child == 0:
    work(journal)
    os._exit(0)
print("READY", flush=True)
os.waitpid(child, 0)
