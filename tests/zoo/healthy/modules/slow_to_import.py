import time

for step in range(10000):
    time.sleep(0.1)
