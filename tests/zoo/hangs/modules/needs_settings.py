import time

import settings_lock

time.sleep(0.4)
with settings_lock.lock:  # <-- here
    VALUE = 1
