# healthy: computes=yes
import subprocess
import sys

print("READY", flush=True)
subprocess.run([sys.executable, "-c", "n = 0\nwhile True:\n    n += 1"])
