"""Night watchmen, as worker processes of cotyledon: each goes his round, then rests."""

import threading
import time

import cotyledon


class Watchman(cotyledon.Service):
    name = "watchman"

    def __init__(self, worker_id):
        super().__init__(worker_id)
        self.lantern = threading.Lock()
        self.home = threading.Event()
        self.rounds = 0

    def walk(self):
        while not self.home.is_set():
            with self.lantern:
                time.sleep(5)
                self.rounds += 1

    def run(self):
        threading.Thread(target=self.walk, name="walk", daemon=True).start()
        while not self.home.wait(0.5):
            with self.lantern:
                print("watchman", self.worker_id, "rounds", self.rounds, flush=True)

    def terminate(self):
        self.home.set()


def main():
    manager = cotyledon.ServiceManager()
    manager.add(Watchman, workers=2)
    manager.run()


if __name__ == "__main__":
    main()
