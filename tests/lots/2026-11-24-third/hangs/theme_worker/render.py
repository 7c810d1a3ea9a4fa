"""Pages are drawn by a process of their own; the colours are loaded beside."""

import os
import signal
import sys
import threading
import time
import config


class Renderer:
    def __init__(self):
        self.pid = None

    def start(self):
        receiver, sender = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(receiver)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os._exit(self.draw(sender))
        os.close(sender)
        return os.fdopen(receiver)

    def draw(self, out):
        import themes

        for number in range(5):
            red, green, blue = themes.SHADES[number * 40]
            os.write(out, f"page {number}: {red:.2f} {green:.2f} {blue:.2f}\n".encode())
        return 0

    def wait(self):
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)


def warm_up():
    import themes

    print("colours:", len(themes.SHADES), flush=True)


def main():
    threading.Thread(target=warm_up, name="warm-up", daemon=True).start()
    time.sleep(0.5)
    renderer = Renderer()
    with renderer.start() as pages:
        for line in pages:
            print(line, end="", flush=True)
    return renderer.wait()


if __name__ == "__main__":
    settings = config.load()
    if settings.verbose:
        print(settings.describe(), flush=True)
    sys.exit(main())
