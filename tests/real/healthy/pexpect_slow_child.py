# Waits for lines of a child that says one every three seconds.
import pexpect

child = pexpect.spawn("sh -c 'while true; do echo tick; sleep 3; done'", timeout=None)
print("READY", flush=True)
while True:
    child.expect("tick")
