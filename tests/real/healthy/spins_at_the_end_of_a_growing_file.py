# A reader asks again and again for the next line of a file that another process goes on writing.
import subprocess
import sys

WRITER = """
import time
with open("service.log", "w", buffering=1) as log:
    print("open", flush=True)
    while True:
        log.write("line\\n")
        time.sleep(1.5)
"""
writer = subprocess.Popen([sys.executable, "-c", WRITER], stdout=subprocess.PIPE)
writer.stdout.readline()
log = open("service.log")
print("READY", flush=True)
while True:
    line = log.readline()
    if not line:
        continue
    print(line)
