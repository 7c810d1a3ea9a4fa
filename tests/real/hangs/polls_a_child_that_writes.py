# The same in a loop that asks each tenth of a second whether the command has ended.
# https://github.com/dmwm/CRABClient/issues/5026
import subprocess
import sys
import time

lister = [sys.executable, "-c", "for n in range(50_000): print('line', n)"]
process = subprocess.Popen(lister, stdout=subprocess.PIPE)
print("READY", flush=True)
while process.poll() is None:  # <-- here
    time.sleep(0.1)  # <-- here
print(len(process.stdout.read()))
