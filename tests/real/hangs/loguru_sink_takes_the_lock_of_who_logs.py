# The queue of a sink is full; its thread waits in the sink for a lock that the thread which logs
# holds.
# https://github.com/Delgan/loguru/issues/1065
import threading

from loguru import logger

lock = threading.Lock()
kept = []


def keep(message):
    with lock:  # <-- here
        kept.append(message)


def rebuild():
    with lock:
        for number in range(10_000):
            logger.info("row {} has been built anew", number)  # <-- here


logger.remove()
logger.add(keep, enqueue=True)
print("READY", flush=True)
rebuild()  # <-- also
