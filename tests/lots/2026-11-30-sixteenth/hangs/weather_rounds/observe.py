import argparse
import logging
import threading

from apscheduler.events import EVENT_JOB_ERROR, EVENT_JOB_EXECUTED
from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler

from rounds import Heartbeat, Station


class Campaign:
    def __init__(self, station, wanted):
        self.station = station
        self.wanted = wanted
        self.enough = threading.Event()

    def told(self, event):
        if event.code == EVENT_JOB_ERROR:
            logging.error("%s: %s", event.job_id, event.exception)
        if len(self.station.readings) >= self.wanted:
            self.enough.set()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=float, default=0.4)
    parser.add_argument("--wanted", type=int, default=8)
    options = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    station = Station("fell", [7.1, 7.3, 7.2, 7.4, 15.9, 16.1, 16.0])
    campaign = Campaign(station, options.wanted)
    heart = Heartbeat()
    scheduler = BackgroundScheduler(executors={"default": ThreadPoolExecutor(6)}, job_defaults={"coalesce": True})
    scheduler.add_listener(campaign.told, EVENT_JOB_EXECUTED | EVENT_JOB_ERROR)
    scheduler.add_job(station.visit, "interval", seconds=options.every, id="fell")
    scheduler.add_job(heart.beat, "interval", seconds=0.5, id="heart")
    scheduler.start()
    campaign.enough.wait()
    scheduler.shutdown()
    print(station.readings, heart.beats > 0)


if __name__ == "__main__":
    main()
