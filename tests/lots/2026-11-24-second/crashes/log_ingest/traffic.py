"""How much went out, by the server's log?"""

import sys

from ingest import Ingest

LOG = [f"10.0.0.{n % 200} GET /page/{n % 9} {n * 37 % 5000}" for n in range(3000)]
LOG.append("10.0.0.7 GET /")


def main(library):
    with Ingest(library) as ingest:  # <-- here
        for line in LOG:
            ingest.feed(line)
    print(f"{ingest.total / 1e6:.1f} MB")


if __name__ == "__main__":
    main(sys.argv[1])
