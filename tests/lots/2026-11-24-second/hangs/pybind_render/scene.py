import os
import threading
import time

import pybind11

import compiled

HERE = os.path.dirname(os.path.abspath(__file__))
render = compiled.load(os.path.join(HERE, "render.cpp"), f"-I{pybind11.get_include()}")


class Scene:
    def __init__(self, tiles):
        self.tiles = tiles
        self.done = {}
        self.renderer = render.Renderer(2)

    def finished(self, tile, value):
        self.done[tile] = value

    def render(self):
        self.renderer.start(self.tiles, self.finished)
        self.renderer.wait()  # <-- here
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
