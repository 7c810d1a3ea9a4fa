import threading
import time


class Board:
    """Notices; readers wait for the next one, but not for ever."""

    def __init__(self):
        self.notices = []
        self.posted = threading.Condition()

    def post(self, text):
        with self.posted:
            self.notices.append(text)
            self.posted.notify_all()

    def after(self, number, patience):
        with self.posted:
            self.posted.wait_for(lambda: len(self.notices) > number, timeout=patience)
            return self.notices[number:]


class Printer:
    """Prints what is wanted on paper, a page at a time for everybody."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.lock = threading.Lock()

    def pages(self, notices):
        with self.lock:
            for notice in notices or ["nothing new"]:
                time.sleep(self.seconds)
                yield notice.encode() + b"\n"
