# A helper answers in two lines; the first readline() takes both out of the pipe, and select() waits
# for a second one to come.
# https://github.com/IanHarvey/bluepy/pull/47
import select
import subprocess
import sys

HELPER = """
import sys
for line in sys.stdin:
    sys.stdout.write("state\\nready\\n")
    sys.stdout.flush()
"""

helper = subprocess.Popen([sys.executable, "-c", HELPER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def answer():
    select.select([helper.stdout], [], [])  # <-- here
    return helper.stdout.readline()


print("READY", flush=True)
helper.stdin.write(b"state?\n")
helper.stdin.flush()
print(answer())
print(answer())  # <-- also
