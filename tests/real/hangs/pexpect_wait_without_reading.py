# wait() on a child in a terminal whose output was not read.
# https://github.com/peplin/pygatt/pull/292
import pexpect

child = pexpect.spawn("seq 1 100000")
print("READY", flush=True)
child.wait()  # <-- here
