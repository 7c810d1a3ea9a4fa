"""A day of the crane: lifts, and a long pause at noon."""

import logging
import sys

from crane import recorder, shifts

log = logging.getLogger("harbour")


def record(record_of):
    for loads in shifts.lifts(40):
        record_of.add(loads)
    log.info("noon")
    record_of.add_steady(*shifts.idle(3600))
    for loads in shifts.lifts(20, seed=10):
        record_of.add(loads)


def main():
    logging.basicConfig(level=logging.INFO)
    record_of = recorder.Recorder(sys.argv[1])
    record(record_of)
    heaviest, samples = 0.0, 0
    for loads in record_of:
        heaviest = max(heaviest, *loads)
        samples += len(loads)
    print(f"{samples} samples, {heaviest:.1f} t at most", flush=True)


if __name__ == "__main__":
    main()
