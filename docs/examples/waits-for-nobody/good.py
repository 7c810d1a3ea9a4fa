"""Resize pictures in a thread while the main thread reads them."""

import queue
import threading

pictures = queue.Queue()
done = queue.Queue()


def resize():
    while True:
        name, width = pictures.get()
        try:
            done.put((name, 640 / width))
        except ZeroDivisionError:
            done.put((name, None))


threading.Thread(target=resize, name="resizer", daemon=True).start()
for name, width in [("lake", 4000), ("empty", 0), ("hill", 3000)]:
    pictures.put((name, width))
for _ in range(3):
    name, scale = done.get()
    print(name, scale)
