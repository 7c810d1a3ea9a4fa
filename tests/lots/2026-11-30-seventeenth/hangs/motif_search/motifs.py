"""Which of these patterns are there in the net of who writes to whom?"""

import threading
import time

import rustworkx as rx


def net(people, density, seed=5):
    return rx.undirected_gnp_random_graph(people, density, seed=seed)


def ring(size):
    return rx.generators.cycle_graph(size)


def club(size):
    return rx.generators.complete_graph(size)


class Progress:
    """Says every two seconds that the search goes on, and which one it is."""

    def __init__(self):
        self.pattern = "-"
        self.since = time.monotonic()
        self.thread = threading.Thread(target=self.tell, name="progress", daemon=True)

    def begin(self, pattern):
        self.pattern = pattern
        self.since = time.monotonic()

    def tell(self):
        while True:
            time.sleep(2)
            print(f"{self.pattern}: {time.monotonic() - self.since:.0f} s", flush=True)


def main():
    letters = net(180, 0.5)
    progress = Progress()
    progress.thread.start()
    patterns = {"a ring of five": ring(5), "a club of six": club(6), "a club of eighteen": club(18)}
    for name, pattern in patterns.items():
        progress.begin(name)
        found = rx.is_subgraph_isomorphic(letters, pattern, id_order=False, induced=False)
        print(name, "yes" if found else "no", flush=True)


if __name__ == "__main__":
    main()
