# The thread that refreshes the display draws what needs the program's lock; who holds that asks for
# a refresh.
# https://github.com/Textualize/rich/issues/1061
import threading
import time

from rich.console import Console
from rich.live import Live

lock = threading.Lock()
rows = []


class Rows:
    def __rich__(self):
        with lock:  # <-- here
            return "\n".join(rows)


def work(live):
    with lock:  # <-- also
        rows.append("first")
        time.sleep(1)
        live.refresh()  # <-- here


print("READY", flush=True)
with Live(Rows(), console=Console(force_terminal=True), refresh_per_second=10) as live:
    worker = threading.Thread(target=work, args=(live,), name="worker")
    worker.start()
    worker.join()  # <-- also
