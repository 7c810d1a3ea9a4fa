# hang: cause=pipe-full confidence=certain|likely python=3.8-3.15 first=yes core=no
import subprocess
import sys

SCRIPT = "for n in range(200_000): print('line', n)"


def run():
    child = subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE)
    child.wait()  # <-- here
    return child.stdout.read()


print("READY", flush=True)
run()
