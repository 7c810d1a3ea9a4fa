# zoo: cause=out-of-memory signal=SIGKILL needs=cgroup line=none child=1
import sys
from concurrent.futures import ProcessPoolExecutor


def hoard(megabytes):
    kept = []
    for _ in range(megabytes):
        kept.append(bytearray(b"x" * (1 << 20)))
    return len(kept)


def main():
    with ProcessPoolExecutor(1) as executor:
        print(executor.submit(hoard, 10).result())
        print(executor.submit(hoard, 1000).result())


if __name__ == "__main__":
    sys.exit(main())
