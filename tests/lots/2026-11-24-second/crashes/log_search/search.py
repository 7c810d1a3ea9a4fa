import os
import tempfile
import threading
import time

from mapped import mapped, write


class Rotator(threading.Thread):
    """Keeps a log small: copies it away and begins anew in the same file (copytruncate)."""

    def __init__(self, path, most):
        super().__init__(name="rotator", daemon=True)
        self.path = path
        self.most = most
        self.rotated = 0

    def run(self):
        while True:
            time.sleep(0.4)
            if os.path.getsize(self.path) > self.most:
                os.truncate(self.path, 4096)
                self.rotated += 1


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "access.log")
        write(path, range(400_000))
        rotator = Rotator(path, most=1_000_000)
        rotator.start()
        with mapped(path) as log:
            while log.searches < 100:
                print("posts", log.count(rb"POST /page/\d+5\n"), flush=True)  # <-- here
                time.sleep(0.1)


if __name__ == "__main__":
    main()
