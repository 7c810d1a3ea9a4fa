import os
import signal
import threading
import time

from tasks import app, collect, ping, publish


def schedule():
    """The nightly reports; the host goes down for maintenance three seconds later."""
    time.sleep(2)
    ping.delay()
    publish.delay("sales")
    collect.apply_async(("sales",), countdown=8)
    time.sleep(2)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    threading.Thread(target=schedule, daemon=True, name="schedule").start()
    app.worker_main(
        ["worker", "-P", "threads", "-c", "2", "-l", "WARNING", "--without-gossip",
         "--without-mingle", "--without-heartbeat"]
    )
