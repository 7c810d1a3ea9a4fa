# healthy:
import subprocess

print("READY", flush=True)
subprocess.run("sleep 100 | cat", shell=True)
