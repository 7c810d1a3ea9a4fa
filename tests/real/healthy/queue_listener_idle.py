# Logs go through a queue to a thread that writes them; there is little to log.
import logging.handlers
import queue
import time

lines = queue.Queue()
listener = logging.handlers.QueueListener(lines, logging.StreamHandler())
listener.start()
logger = logging.getLogger("service")
logger.addHandler(logging.handlers.QueueHandler(lines))
print("READY", flush=True)
while True:
    logger.warning("alive")
    time.sleep(10)
