# zoo: cause=null-dereference signal=SIGSEGV child=1 file=modules/measure.py
import os
import subprocess
import sys

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "modules", "measure.py")


def measure(name):
    done = subprocess.run([sys.executable, SCRIPT, name], stdout=subprocess.PIPE)  # <-- started
    return int(done.stdout)


print(measure("one"))
print(measure(""))
