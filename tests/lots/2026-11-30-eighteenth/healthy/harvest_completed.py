import random
import time
from concurrent.futures import ThreadPoolExecutor, as_completed


class Field:
    def __init__(self, name, acres):
        self.name, self.acres = name, acres

    def harvest(self):
        for _ in range(self.acres):
            time.sleep(1)
        return self.name, self.acres * 2.4


def main():
    rng = random.Random(2)
    fields = [Field(f"field {number}", rng.randrange(9, 16)) for number in range(30)]
    with ThreadPoolExecutor(2, thread_name_prefix="reaper") as pool:
        jobs = {pool.submit(field.harvest): field for field in fields}
        for job in as_completed(jobs):
            print(*job.result(), flush=True)


if __name__ == "__main__":
    main()
