"""Trees are measured in this process, and drawn by another one."""

import dataclasses
import multiprocessing
import threading
import time


@dataclasses.dataclass
class Tree:
    kind: str
    metres: float
    guard: threading.Lock = dataclasses.field(default=None, repr=False, compare=False)


class Drawer(multiprocessing.Process):
    """Draws as many trees as it was promised."""

    def __init__(self, count):
        super().__init__(name="drawer")
        self.count = count
        self.trees = multiprocessing.Queue()

    def run(self):
        for number in range(self.count):
            tree = self.trees.get()
            print(f"{number:3} {tree.kind:6} {'|' * int(tree.metres)}", flush=True)


class Survey:
    def __init__(self, drawer):
        self.drawer = drawer
        self.measured = 0

    def measure(self, kind, metres):
        tree = Tree(kind, metres)
        if metres > 20:
            tree.guard = threading.Lock()  # big ones are measured twice, by two
        self.measured += 1
        self.drawer.trees.put(tree)


def weather(log):
    while True:
        time.sleep(0.7)
        log.append("dry")


def main():
    threading.Thread(target=weather, args=[[]], name="weather", daemon=True).start()
    forest = [("oak", 18.5), ("beech", 24.0), ("elm", 12.0), ("fir", 19.9)]
    drawer = Drawer(len(forest))
    drawer.start()
    survey = Survey(drawer)
    for kind, metres in forest:
        survey.measure(kind, metres)
        time.sleep(0.1)
    drawer.join()
    print(survey.measured, "trees")


if __name__ == "__main__":
    main()
