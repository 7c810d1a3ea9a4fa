# Records go through a queue of ten to a process that writes them; that one has died.
# https://docs.python.org/3/howto/logging-cookbook.html#logging-to-a-single-file-from-multiple-processes
import logging.handlers
import multiprocessing
import os
import time

context = multiprocessing.get_context("spawn")


def listen(records):
    records.get()
    os._exit(1)


if __name__ == "__main__":
    records = context.Queue(10)
    listener = context.Process(target=listen, args=(records,), name="listener")
    listener.start()
    logger = logging.getLogger("shop")
    handler = logging.handlers.QueueHandler(records)
    handler.enqueue = records.put
    logger.addHandler(handler)
    logger.warning("first")
    listener.join()
    print("READY", flush=True)
    for number in range(100):
        logger.warning("order %s", number)  # <-- here
