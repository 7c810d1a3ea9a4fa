"""Look for events in the traces of some stations.

    python detect_events.py --hours 1.5 ABER BRIG
"""

import argparse
import logging

from seismic.detect import Detector
from seismic.report import Report
from seismic.trace import Trace


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stations", nargs="*", default=["ABER", "BRIG"])
    parser.add_argument("--hours", type=float, default=6)
    parser.add_argument("--short", type=float, default=2.0)
    parser.add_argument("--long", type=float, default=30.0)
    parser.add_argument("--threshold", type=float, default=6.0)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    detector = Detector(options.short, options.long, options.threshold)
    report = Report()
    for station in options.stations:
        trace = Trace.made_up(station, options.hours)
        logging.info("%s: %.0f s", station, trace.seconds)
        report.add(station, detector.events(trace))
    print(report.text())


if __name__ == "__main__":
    main()
