"""Send a day of readings to the collector here and to the archive, wherever that is."""

import argparse
import logging
import socket

import zmq
from feed import collector, sender, stations

STATIONS = [stations.Station("Pass", 1900), stations.Station("Lake", 430), stations.Station("Col", 2400)]


def free_port():
    """Where an archive would listen if none was named."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--archive", default=f"tcp://127.0.0.1:{free_port()}")
    return parser.parse_args()


def main():
    chosen = options()
    logging.basicConfig(level=logging.INFO)
    context = zmq.Context()
    collecting = collector.Collector(context, chosen.hours * len(STATIONS))
    collecting.start()
    sending = sender.Sender(context)
    sending.add("here", f"tcp://127.0.0.1:{collecting.port}")
    sending.add("archive", chosen.archive)
    for station in STATIONS:
        for reading in station.readings(chosen.hours):
            sending.send(reading)
    sending.close()
    collecting.join()
    for name, mean in collecting.means().items():
        print(f"{name}: {mean:.1f} degrees", flush=True)
    context.term()
    print("all is sent")


if __name__ == "__main__":
    main()
