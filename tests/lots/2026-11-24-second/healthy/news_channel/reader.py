import os
import subprocess
import sys
import threading

import redis

HERE = os.path.dirname(os.path.abspath(__file__))


def read(port, name, seen):
    channel = redis.Redis(host="127.0.0.1", port=port, protocol=2).pubsub()
    channel.subscribe(name)
    for message in channel.listen():
        if message["type"] == "message":
            seen.append(message["data"])
            print(name, message["data"].decode(), flush=True)


def main():
    command = [sys.executable, os.path.join(HERE, "tinyredis.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        port, seen = int(process.stdout.readline()), []
        names = ["weather", "sports", "chess"]
        readers = [
            threading.Thread(target=read, args=(port, name, seen), name=name) for name in names
        ]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()


if __name__ == "__main__":
    main()
