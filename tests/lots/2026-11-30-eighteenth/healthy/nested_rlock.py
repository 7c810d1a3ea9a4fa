import threading
import time


class Tree:
    def __init__(self):
        self.lock = threading.RLock()
        self.leaves = 0

    def prune(self, depth):
        with self.lock:
            if depth == 0:
                time.sleep(1.5)
                self.leaves += 1
                return
            self.prune(depth - 1)
            self.prune(depth - 1)

    def count(self):
        with self.lock:
            return self.leaves


def gardener(tree):
    for _ in range(40):
        tree.prune(4)
        time.sleep(0.5)


if __name__ == "__main__":
    tree = Tree()
    thread = threading.Thread(target=gardener, args=(tree,), name="gardener")
    thread.start()
    while thread.is_alive():
        print(tree.count(), flush=True)
        time.sleep(0.2)
