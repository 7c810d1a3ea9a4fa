# communicate() with a command that works for minutes.
import subprocess

print("READY", flush=True)
subprocess.Popen("for n in $(seq 300); do echo $n; sleep 1; done", shell=True,
                 stdout=subprocess.PIPE, stderr=subprocess.PIPE).communicate()
