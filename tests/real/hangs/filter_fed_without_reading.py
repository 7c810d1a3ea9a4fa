# All input is written to a filter before its output is read: both pipes are full.
# https://docs.python.org/3/library/subprocess.html#subprocess.Popen.stdin
import subprocess

process = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
print("READY", flush=True)
process.stdin.write(b"line\n" * 100_000)  # <-- here
process.stdin.close()
print(len(process.stdout.read()))
