# hang: cause=pool-starvation confidence=certain|likely
from concurrent.futures import ThreadPoolExecutor


class Walker:
    def __init__(self):
        self.executor = ThreadPoolExecutor(max_workers=3)

    def visit(self, depth):
        if depth == 0:
            return 1
        return sum(self.executor.map(self.visit, [depth - 1] * 3))  # <-- here


print("READY", flush=True)
print(Walker().executor.submit(Walker().visit, 1).result())
walker = Walker()
print(walker.executor.submit(walker.visit, 4).result())
