# hang: cause=pipe-full confidence=certain|likely python=3.8-3.15 core=no
import subprocess

listing = subprocess.Popen(
    "seq 1 100000; echo done", shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
)
print("READY", flush=True)
if listing.wait() == 0:  # <-- here
    print(listing.stdout.read())
