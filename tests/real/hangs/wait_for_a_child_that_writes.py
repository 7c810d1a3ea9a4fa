# wait() on a command whose output goes into a pipe that nobody reads.
# https://github.com/localstack/localstack/pull/1101
import subprocess
import sys

lister = [sys.executable, "-c", "for n in range(50_000): print('line', n)"]
process = subprocess.Popen(lister, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
print("READY", flush=True)
process.wait()  # <-- here
print(len(process.stdout.read()))
