"""Shoots a reel; its pictures go through a pipe to the one who cuts the title."""

import sys
import threading
import time


class Camera:
    def __init__(self, pictures):
        self.pictures = pictures
        self.ready = threading.Event()
        threading.Thread(target=self.warm_up, name="lamp", daemon=True).start()

    def warm_up(self):
        time.sleep(0.2)
        self.ready.set()
        while True:
            time.sleep(1)

    def shoot(self, reel):
        self.ready.wait()
        with open("film/pipe", "wb") as pipe, open(reel, "wb") as file:
            for number in range(self.pictures):
                picture = bytes([number % 256]) * 4096
                pipe.write(picture)
                file.write(picture)


if __name__ == "__main__":
    Camera(48).shoot(sys.argv[1])
