# hang: cause=pipe-full confidence=certain|likely core=no
import subprocess

COMMAND = "i=0; while [ $i -lt 9000 ]; do echo warning: number $i >&2; i=$((i+1)); done; echo ok"
child = subprocess.Popen(
    ["sh", "-c", COMMAND], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
)
print("READY", flush=True)
answer = child.stdout.read()  # <-- here
print(answer, child.stderr.read())
