import os
import shutil
import tempfile
import time

from audit import Audit
from prefork import Prefork


def average(numbers):
    time.sleep(0.3)
    return sum(numbers) / len(numbers)


JOBS = {
    "rain": [3, 0, 0, 12, 5],
    "wind": [17, 21, 8],
    "snow": [],
    "sun": [6, 9, 11, 2],
}


def main():
    folder = tempfile.mkdtemp(prefix="nightly-")
    path = os.path.join(folder, "audit.log")
    audit = Audit(path)
    audit.event("night begins", jobs=len(JOBS))
    audit.flush()
    crew = Prefork(average, audit)
    crew.start(JOBS)
    codes = crew.wait()
    audit.event("night ends", codes=codes)
    audit.flush()
    with open(path) as file:
        print(file.read())
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
