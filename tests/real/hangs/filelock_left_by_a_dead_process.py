# A process died while its lock file existed; the next one polls for the file to go away.
# https://github.com/frappe/agent/pull/365
import filelock

with open("deploy.lock", "w"):
    pass
print("READY", flush=True)
with filelock.SoftFileLock("deploy.lock"):  # <-- here
    print("deploying")
