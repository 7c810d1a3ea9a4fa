# A handler sends each record through a client with a thread of its own, and waits for it; the client
# logs as well, in that thread.
# https://github.com/open-telemetry/opentelemetry-python/pull/4954
import logging
from concurrent.futures import ThreadPoolExecutor

client = ThreadPoolExecutor(max_workers=1, thread_name_prefix="export")


def export(text):
    logging.getLogger("client").info("sends %d bytes", len(text))  # <-- here


class Exporter(logging.Handler):
    def emit(self, record):
        client.submit(export, record.getMessage()).result()  # <-- here


logging.basicConfig(level=logging.INFO, handlers=[Exporter()])
print("READY", flush=True)
logging.info("the first record")  # <-- also
