# hang: cause=waiting-external confidence=likely watch=yes
import os
import signal
import subprocess

child = subprocess.Popen(["sleep", "1000"])
os.kill(child.pid, signal.SIGSTOP)
print("READY", flush=True)
child.wait()  # <-- here
