# The child's reply stays in the buffer of its stdout, as it goes to a pipe; both wait for a line.
# https://docs.python.org/3/library/subprocess.html#subprocess.Popen.communicate
import subprocess
import sys

CHILD = """
import sys
for line in sys.stdin:
    print(line.upper(), end="")
"""

child = subprocess.Popen(
    [sys.executable, "-E", "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)
child.stdin.write("hello\n")
child.stdin.flush()
print("READY", flush=True)
print(child.stdout.readline())  # <-- here
