import hashlib
import threading
import time


class Scanner(threading.Thread):
    """Looks for files that are there twice, and tells of each as it goes."""

    def __init__(self, files, found):
        super().__init__(name="scanner", daemon=True)
        self.files = files
        self.found = found
        self.stopped = threading.Event()

    def run(self):
        seen = {}
        for name, content in self.files:
            if self.stopped.is_set():
                return
            time.sleep(0.05)
            digest = hashlib.sha1(content).hexdigest()
            if digest in seen:
                self.found(name, seen[digest])
            seen.setdefault(digest, name)

    def stop(self):
        self.stopped.set()
        self.join()
