# healthy: first=yes
import time

print("READY", flush=True)
time.sleep(3600)
