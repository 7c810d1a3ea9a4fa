# hang: cause=pipe-full confidence=certain|likely python=3.8-3.14
import subprocess
import sys

SCRIPT = "import sys; sys.stdout.write('x' * 1_000_000)"


def run():
    child = subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE)
    child.wait()  # <-- here
    return child.stdout.read()


print("READY", flush=True)
run()
