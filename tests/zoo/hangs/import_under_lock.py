# hang: cause=import-deadlock confidence=certain|likely file=modules/needs_settings.py first=yes
import os
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "modules"))
import settings_lock  # noqa


def configure():
    with settings_lock.lock:
        time.sleep(0.6)
        import needs_settings

        return needs_settings.VALUE


threading.Thread(target=configure, name="configure").start()
print("READY", flush=True)
time.sleep(0.1)
import needs_settings  # noqa
