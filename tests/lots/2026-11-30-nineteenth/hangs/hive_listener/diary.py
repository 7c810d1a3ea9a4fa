"""The diary writes down what the hives tell, in a thread of its own."""

import queue
import threading


class Diary(threading.Thread):
    def __init__(self, hives, room=5):
        super().__init__(name="diary", daemon=True)
        self.hives = hives
        self.news = queue.Queue(room)
        self.lines = []

    def told(self, hive, bees):
        self.news.put((hive, bees))

    def run(self):
        while True:
            hive, bees = self.news.get()
            self.lines.append(f"hive {hive}: {bees} of {self.hives.total()}")
            self.news.task_done()
