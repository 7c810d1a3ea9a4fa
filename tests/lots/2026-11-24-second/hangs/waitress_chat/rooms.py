"""Chat rooms: who reads waits for the next message."""

import collections
import threading


class Room:
    def __init__(self, name):
        self.name = name
        self.messages = []
        self._news = threading.Condition()

    def say(self, text):
        with self._news:
            self.messages.append(text)
            self._news.notify_all()

    def next_after(self, seen):
        with self._news:
            while len(self.messages) <= seen:
                self._news.wait()  # <-- here
            return self.messages[seen]


class Rooms:
    def __init__(self):
        self._lock = threading.Lock()
        self._rooms = collections.OrderedDict()

    def __getitem__(self, name):
        with self._lock:
            if name not in self._rooms:
                self._rooms[name] = Room(name)
            return self._rooms[name]
