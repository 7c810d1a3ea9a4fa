# The child's output is a pipe that is read when the child has ended; it is full before that.
# https://github.com/tomerfiliba/plumbum/issues/295
import subprocess
import sys

import psutil

CHILD = "for number in range(100000): print('line', number)"
child = psutil.Popen([sys.executable, "-c", CHILD], stdout=subprocess.PIPE)
print("READY", flush=True)
gone, alive = psutil.wait_procs([child])  # <-- here
print(len(child.stdout.read()))
