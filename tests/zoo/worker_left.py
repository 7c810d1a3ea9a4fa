# zoo: cause=worker-died signal=none child=1 first=yes
import os
import sys
from concurrent.futures import ProcessPoolExecutor


def work(path):
    if not os.path.exists(path):
        os._exit(7)  # <-- here
    return os.path.getsize(path)


def main():
    with ProcessPoolExecutor(1) as executor:
        print(list(executor.map(work, [__file__, __file__ + ".missing"])))  # <-- started


if __name__ == "__main__":
    sys.exit(main())
