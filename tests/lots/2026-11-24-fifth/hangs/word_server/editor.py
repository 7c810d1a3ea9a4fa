"""An editor as small as can be: opens a text and hovers over a word."""

import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


class Editor:
    def __init__(self):
        self.server = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "server.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.number = 0

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.server.stdin.flush()

    def receive(self):
        length = 0
        while line := self.server.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.server.stdout.read(length))

    def request(self, method, params):
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        while True:
            message = self.receive()
            if message.get("method") == "workspace/configuration":
                self.send(id=message["id"], result=["letters"])
            elif message.get("id") == self.number:
                return message.get("result")

    def open(self, uri, text):
        document = {"uri": uri, "languageId": "plaintext", "version": 1, "text": text}
        self.send(method="textDocument/didOpen", params={"textDocument": document})


def main():
    editor = Editor()
    editor.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    editor.send(method="initialized", params={})
    editor.open("file:///poem.txt", "über allen gipfeln ist ruh")
    position = {
        "textDocument": {"uri": "file:///poem.txt"},
        "position": {"line": 0, "character": 7},
    }
    print(editor.request("textDocument/hover", position))


if __name__ == "__main__":
    main()
