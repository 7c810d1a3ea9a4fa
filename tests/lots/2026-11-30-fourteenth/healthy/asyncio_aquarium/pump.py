"""The pump of an aquarium: says how warm it is, each 20 seconds, and takes orders."""

import select
import sys
import time


def main():
    warm = 24.0
    while True:
        ready, _, _ = select.select([sys.stdin], [], [], 20)
        if ready:
            line = sys.stdin.readline()
            if not line:
                return
            warm += 0.5 if line.strip() == "warmer" else -0.5
        print(f"{time.monotonic():.0f} {warm}", flush=True)


if __name__ == "__main__":
    main()
