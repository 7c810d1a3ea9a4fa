# hang: cause=waiting-external confidence=likely text=sleep
"""dash's `wait` sleeps in sigsuspend: what it waits for is its own child, not a signal."""

import subprocess

print("READY", flush=True)
subprocess.run(["sh", "-c", "sleep 1000 & wait"])  # <-- here
