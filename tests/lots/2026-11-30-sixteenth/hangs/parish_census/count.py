import logging

from celery.contrib.testing.worker import start_worker

from census import app
from census.people import STREETS
from census.tasks import count_parish, households


def main():
    logging.basicConfig(level=logging.WARNING)
    with start_worker(app, pool="solo", concurrency=1, perform_ping_check=False, shutdown_timeout=30):
        print("quay:", households.delay("st-john", "quay").get(), "households", flush=True)
        for parish in STREETS:
            print(parish, count_parish.delay(parish).get(), "people", flush=True)


if __name__ == "__main__":
    main()
