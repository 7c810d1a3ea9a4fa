import threading


class Quay:
    """What lies on the quay, in tons."""

    def __init__(self):
        self.lock = threading.Lock()
        self.tons = {}

    def land(self, barge, tons):
        with self.lock:
            self.tons[barge] = self.tons.get(barge, 0) + tons
            return sum(self.tons.values())
