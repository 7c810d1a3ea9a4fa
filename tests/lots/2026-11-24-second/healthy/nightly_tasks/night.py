import itertools
import logging

from tasks import archive, huey

log = logging.getLogger("night")


def main():
    logging.basicConfig(level=logging.INFO)
    consumer = huey.create_consumer(workers=3, worker_type="thread")
    consumer.start()
    for number in itertools.count():
        result = archive(number)
        log.info("archived %s", result.get(blocking=True))


if __name__ == "__main__":
    main()
