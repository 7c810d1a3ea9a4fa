# A command was stopped by a signal; the parent waits for its end.
# https://docs.python.org/3/library/subprocess.html#subprocess.Popen.wait
import os
import signal
import subprocess
import time

process = subprocess.Popen(["sleep", "5"])
time.sleep(0.3)
os.kill(process.pid, signal.SIGSTOP)
print("READY", flush=True)
process.wait()  # <-- here
