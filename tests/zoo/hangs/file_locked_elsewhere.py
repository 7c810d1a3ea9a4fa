# hang: cause=waiting-external confidence=certain|likely
import fcntl
import os
import tempfile
import time

file = tempfile.NamedTemporaryFile(suffix=".lock")
pid = os.fork()
if pid == 0:
    with open(file.name) as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        time.sleep(3600)
time.sleep(0.3)
print("READY", flush=True)
fcntl.flock(file, fcntl.LOCK_EX)  # <-- here
