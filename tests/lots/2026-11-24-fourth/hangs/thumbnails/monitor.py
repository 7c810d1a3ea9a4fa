"""Looks at how much memory the makers have, while they work."""

import threading


class Monitor:
    def __init__(self, processes, every=0.5):
        self.processes, self.every = processes, every
        self.most = 0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._look, name="monitor", daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()

    def _pages(self, pid):
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1])

    def _look(self):
        while not self.ended.wait(self.every):
            for process in self.processes:
                if process.pid:
                    self.most = max(self.most, self._pages(process.pid))
