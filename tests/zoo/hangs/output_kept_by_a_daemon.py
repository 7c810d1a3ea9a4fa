# hang: cause=waiting-external confidence=likely text=sleep
"""The child has ended; what it left behind has its output open."""

import subprocess

print("READY", flush=True)
subprocess.run(["sh", "-c", "sleep 1000 & echo started"], stdout=subprocess.PIPE)  # <-- here
