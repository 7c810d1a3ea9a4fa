# healthy:
# A thread calls methods by names that it makes; one of them sets the event.
import os
import threading


class Console:
    def __init__(self):
        self.quit = threading.Event()

    def on_quit(self):
        self.quit.set()

    def on_list(self):
        print("nothing")

    def read(self, source):
        for line in source:
            getattr(self, "on_" + line.strip())()


here, there = os.pipe()
console = Console()
threading.Thread(target=console.read, args=(os.fdopen(here),), daemon=True).start()
print("READY", flush=True)
console.quit.wait()
