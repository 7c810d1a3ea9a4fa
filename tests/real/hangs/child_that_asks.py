# A command asks for an answer on the standard input that it has inherited.
# https://docs.python.org/3/library/subprocess.html#subprocess.run
import subprocess

print("READY", flush=True)
subprocess.run(["sh", "-c", "echo 'overwrite? '; read answer; echo $answer"])  # <-- here
