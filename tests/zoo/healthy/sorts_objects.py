# healthy: computes=yes
import random


class Version:
    def __init__(self, number):
        self.number = number

    def __lt__(self, other):
        return self.number < other.number


versions = [Version(random.random()) for _ in range(300_000)]
print("READY", flush=True)
while True:
    versions.sort()
    random.shuffle(versions)
