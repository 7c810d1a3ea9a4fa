"""A studio of light: presets, and scenes that are drawn in a thread."""

import sys
import threading
import time

import presets

sys.setrecursionlimit(10**6)  # scenes are nested deeply


class Scene:
    def __init__(self, name, preset):
        self.name = name
        self.preset = preset

    def draw(self):
        return f"{self.name}: {self.preset.colour} at {self.preset.brightness} %"


class Drawer(threading.Thread):
    def __init__(self, scenes):
        super().__init__(name="drawer")
        self.scenes = scenes

    def run(self):
        for scene in self.scenes:
            print(scene.draw(), flush=True)
            time.sleep(0.05)


def main():
    known = presets.Presets()
    known.add("day", colour="white", brightness=90)
    known.add("evening", base="day", colour="amber")
    known.copy("evening", "night")
    drawer = Drawer([Scene(name, known[name]) for name in ("day", "evening", "night")])
    drawer.start()
    drawer.join()


if __name__ == "__main__":
    main()
