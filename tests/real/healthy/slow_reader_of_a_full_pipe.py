# A child writes much more than its reader takes in a second: the pipe is full nearly all the time.
import subprocess
import sys
import time

writer = "import sys\nwhile True: sys.stdout.write('x' * 1000)"
process = subprocess.Popen([sys.executable, "-c", writer], stdout=subprocess.PIPE, bufsize=0)
time.sleep(0.5)
print("READY", flush=True)
while True:
    print(len(process.stdout.read(2000)))
    time.sleep(1)
