# hang: cause=waiting-external confidence=certain|likely text=sleep
import subprocess

print("READY", flush=True)
subprocess.run(["sleep", "3600"])  # <-- here
