# zoo: cause=killed signal=SIGKILL child=1 first=yes
import os
import signal
import sys
from concurrent.futures import ProcessPoolExecutor


def work(number):
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)  # <-- here
    return number


def main():
    with ProcessPoolExecutor(1) as executor:
        future = executor.submit(work, 5)  # <-- started
        print(future.result())


if __name__ == "__main__":
    sys.exit(main())
