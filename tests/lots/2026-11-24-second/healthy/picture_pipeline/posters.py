"""Posters: drawn, blurred and printed; the printer is the slow one."""

import queue
import random
import threading
import time

from PIL import Image, ImageDraw, ImageFilter

from stages import pipeline


def draw(seed):
    chance = random.Random(seed)
    picture = Image.new("RGB", (400, 300), "white")
    pen = ImageDraw.Draw(picture)
    for _ in range(200):
        x, y = chance.randrange(400), chance.randrange(300)
        colour = tuple(chance.randrange(256) for _ in range(3))
        pen.ellipse((x, y, x + 40, y + 30), fill=colour)
    return picture


def soften(picture):
    return picture.filter(ImageFilter.GaussianBlur(3))


def print_out(picture):
    time.sleep(5)
    return picture.size


def feed(orders):
    for seed in range(100_000):
        orders.put(seed)
    orders.put(None)


def main():
    orders = queue.Queue(maxsize=3)
    threading.Thread(target=feed, args=(orders,), name="feed", daemon=True).start()
    *_, last = pipeline(orders, draw=draw, soften=soften, printer=print_out)
    while (size := last.out.get()) is not None:
        print("printed", size, last.done, flush=True)


if __name__ == "__main__":
    main()
