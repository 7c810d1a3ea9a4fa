# hang: cause=self-deadlock confidence=certain
import logging
import threading

table = {}
table_lock = threading.Lock()


class TableHandler(logging.Handler):
    def emit(self, record):
        with table_lock:  # <-- here
            table[record.levelname] = table.get(record.levelname, 0) + 1


logging.getLogger().addHandler(TableHandler())
logging.warning("this one goes well")


def forget(level):
    with table_lock:  # <-- here
        if table.pop(level, None):
            logging.warning("forgot %s", level)


print("READY", flush=True)
forget("WARNING")
