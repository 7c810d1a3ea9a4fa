# healthy:
import subprocess
import sys

SCRIPT = "import time\nfor n in range(10**6):\n    print(n, flush=True)\n    time.sleep(0.1)"
child = subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE)
print("READY", flush=True)
total = 0
for line in child.stdout:
    total += int(line)
