import os
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))


def before_all(context):
    started = time.monotonic()

    def clock():
        while True:
            time.sleep(0.5)
            if time.monotonic() - started > 3600:
                os._exit(3)

    threading.Thread(target=clock, name="clock", daemon=True).start()
