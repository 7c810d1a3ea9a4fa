"""Move the day's revisions of all parcels into the archive.

    python nightly.py [--workers N]
"""

import argparse
import concurrent.futures
import logging

from lineage import Archive, chain_of

PARCELS = {
    "Ost 14/2": 12,
    "Ost 14/3": 40,
    "Mühlfeld 7": 260,
    "Hafen 1": 181_000,
    "Hafen 2": 90,
}


def move(archive, parcel, number):
    newest = chain_of(parcel, number)
    with archive.session():
        size = archive.put(parcel, newest)
    return parcel, number, size


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    archive = Archive()
    with concurrent.futures.ThreadPoolExecutor(options.workers, "mover") as pool:
        jobs = [pool.submit(move, archive, *item) for item in PARCELS.items()]
        for job in concurrent.futures.as_completed(jobs):
            parcel, number, size = job.result()
            print(f"{parcel}: {number} revisions, {size} bytes", flush=True)


if __name__ == "__main__":
    main()
