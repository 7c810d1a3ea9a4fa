"""The bulletin of the water board: levels, and how they have changed."""

import concurrent.futures
import sys

from lake import Lake


def describe(lake, spans=(90, 180)):
    parts = [f"{lake.now():.2f} m"]
    for days in spans:
        parts.append(f"{days} days: {lake.rise(days):+.2f}")
    return f"{lake.name}: " + ", ".join(parts)


def main():
    lakes = [Lake("Obersee", 24 * 365), Lake("Mittersee", 24 * 400)]
    with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="lake") as pool:
        for line in pool.map(describe, lakes):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
