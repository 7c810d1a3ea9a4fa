# healthy:
import sys

print("READY", flush=True)
for line in sys.stdin:
    print(line)
