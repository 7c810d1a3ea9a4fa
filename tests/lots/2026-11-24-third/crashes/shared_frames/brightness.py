import contextlib
import threading
import time

import frames
import signals


class Player:
    def __init__(self, name):
        self.frames = frames.attach(name)
        self.shown = 0

    def show(self):
        frame = self.frames[self.shown % len(self.frames)]
        self.shown += 1
        return float(frame.mean())


@contextlib.contextmanager
def camera():
    memory = frames.create()
    try:
        yield memory.name
    finally:
        memory.close()
        memory.unlink()


def refresh():
    while True:
        time.sleep(0.05)


def main():
    threading.Thread(target=refresh, name="refresh", daemon=True).start()
    with camera() as name:
        player = Player(name)
        time.sleep(0.2)
        for _ in range(8):
            print(player.show(), flush=True)


if __name__ == "__main__":
    with signals.Handlers():
        signals.quiet_pipes()
        main()
