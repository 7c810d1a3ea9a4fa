# expect() without a timeout for a prompt that the child never prints.
# https://github.com/pexpect/pexpect/issues/435
import pexpect

child = pexpect.spawn("cat", timeout=None)
child.sendline("rd -p 0")
print("READY", flush=True)
child.expect("password: ")  # <-- here
