"""Write the letters of the evening in a pool of threads.

    python letters.py [--threads N]
"""

import argparse
import concurrent.futures
import logging
import os

from press import Environment

HERE = os.path.dirname(os.path.abspath(__file__))
CUSTOMERS = {"Ada": 12050, "Grace": 800, "Edsger": 99900}


class Office:
    def __init__(self, threads):
        self.environment = Environment(os.path.join(HERE, "templates"))
        self.pool = concurrent.futures.ThreadPoolExecutor(threads, "writer")

    def letter(self, template, name, amount):
        return self.environment.get(template).render(name=name, sum=amount)

    def write(self, template):
        jobs = [self.pool.submit(self.letter, template, *item) for item in CUSTOMERS.items()]
        return [job.result() for job in jobs]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    office = Office(options.threads)
    for template in ("invoice.txt", "label.tex"):
        for text in office.write(template):
            print(text.strip().splitlines()[0], flush=True)


if __name__ == "__main__":
    main()
