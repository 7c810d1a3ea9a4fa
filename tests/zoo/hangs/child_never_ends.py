# hang: cause=waiting-external confidence=certain|likely text=sleep first=yes
import subprocess

print("READY", flush=True)
subprocess.run(["sleep", "3600"])  # <-- here
