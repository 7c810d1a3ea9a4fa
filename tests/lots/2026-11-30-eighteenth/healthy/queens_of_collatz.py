import threading
import time


class Search:
    def __init__(self, limit):
        self.limit = limit
        self.known = {1: 1}
        self.best = (1, 1)
        self.at = 1

    def length(self, n):
        steps = 0
        while n != 1:
            n = 3 * n + 1 if n % 2 else n // 2
            steps += 1
        return steps

    def run(self):
        for self.at in range(1, self.limit):
            size = self.length(self.at)
            if size > self.best[1]:
                self.best = (self.at, size)


def tell(search):
    while True:
        time.sleep(10)
        print(search.at, search.best, flush=True)


if __name__ == "__main__":
    search = Search(100_000_000)
    threading.Thread(target=tell, args=(search,), daemon=True).start()
    search.run()
    print(search.best)
