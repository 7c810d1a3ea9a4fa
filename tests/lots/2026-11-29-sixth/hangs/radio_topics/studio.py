"""A studio: the programme, and what the listeners are told."""

import threading

from pubsub import pub


class Programme:
    def __init__(self):
        self.lock = threading.Lock()
        self.now = "news"
        pub.subscribe(self.on_wish, "wish")

    def change(self, title):
        with self.lock:
            self.now = title
            pub.sendMessage("programme", title=title)

    def on_wish(self, title):
        with self.lock:
            self.wished = title


class Board:
    """What the display in the hall shows."""

    def __init__(self):
        self.guard = threading.Lock()
        self.text = ""
        pub.subscribe(self.on_programme, "programme")

    def on_programme(self, title):
        with self.guard:
            self.text = f"now: {title}"

    def wish(self, title):
        with self.guard:
            self.text = f"wished: {title}"
            pub.sendMessage("wish", title=title)
