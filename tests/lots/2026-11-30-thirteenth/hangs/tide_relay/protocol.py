import json


def send(file, **message):
    file.write(json.dumps(message) + "\n")
    file.flush()


def receive(file):
    line = file.readline()
    return json.loads(line) if line else None
