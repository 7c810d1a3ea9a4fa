import sys
import threading

import frames
from camera import Camera


def meter(state, stop):
    while not stop.wait(0.5):
        print(state["seen"], "frames", file=sys.stderr, flush=True)


def main(count):
    camera = Camera(count)
    camera.start()
    camera.warm.wait()
    state = {"seen": 0}
    stop = threading.Event()
    threading.Thread(target=meter, args=(state, stop), name="meter", daemon=True).start()
    while True:
        try:
            picture = frames.next_frame(camera.reading)
        except EOFError:
            break
        state["seen"] += 1
        print(state["seen"], f"{frames.checksum(picture):08x}", flush=True)
    stop.set()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
