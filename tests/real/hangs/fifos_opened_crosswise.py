# Client and server talk through two named pipes; each of them first opens the one that it reads.
# https://github.com/nameko/nameko-grpc/pull/6
import os
import subprocess
import sys

SERVER = """
with open("requests") as requests, open("replies", "w") as replies:
    for line in requests:
        print(line.upper(), file=replies, flush=True)
"""

os.mkfifo("requests")
os.mkfifo("replies")
server = subprocess.Popen([sys.executable, "-c", SERVER])
print("READY", flush=True)
with open("replies") as replies, open("requests", "w") as requests:  # <-- here
    print("hello", file=requests, flush=True)
    print(replies.readline())
