# A command leaves a process in the background, which keeps the pipe open that the parent reads to its
# end.
# https://github.com/python/cpython/issues/76116
import subprocess

print("READY", flush=True)
done = subprocess.run("sleep 600 & echo started", shell=True, stdout=subprocess.PIPE)  # <-- here
print(done.stdout)
