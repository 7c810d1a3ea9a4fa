import sys

while True:
    print("READY", flush=True)
    fields = dict(pair.split(":", 1) for pair in sys.stdin.readline().split())
    sys.stdin.read(int(fields["len"]))
    print("RESULT 2\nOK", end="", flush=True)
