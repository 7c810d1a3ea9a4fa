import os
import threading
import time

import compiled

HERE = os.path.dirname(os.path.abspath(__file__))
render = compiled.load(os.path.join(HERE, "render.cpp"))


class Scene:
    def __init__(self, tiles):
        self.tiles = tiles
        self.done = {}

    def finished(self, tile, value):
        self.done[tile] = value

    def render(self, threads=2):
        renderer = render.start(threads, self.tiles, self.finished)
        render.wait(renderer)  # <-- here
        return len(self.done)


def progress(scene):
    while True:
        time.sleep(0.5)
        print(f"{len(scene.done)} of {scene.tiles} tiles", flush=True)


def main():
    scene = Scene(tiles=12)
    threading.Thread(target=progress, args=(scene,), name="progress", daemon=True).start()
    print("rendered", scene.render())  # <-- here


if __name__ == "__main__":
    main()
