# healthy:
import os
import time

print("READY", flush=True)
checks = 0
while not os.path.exists("/nonexistent/ready"):
    checks += 1
    time.sleep(0.05)
