"""A linter that speaks JSON-RPC, as editors do with their language servers."""

import threading

from pylsp_jsonrpc.dispatchers import MethodDispatcher
from pylsp_jsonrpc.endpoint import Endpoint
from pylsp_jsonrpc.streams import JsonRpcStreamReader, JsonRpcStreamWriter


class Peer(MethodDispatcher):
    """One end of the line; it reads in a thread of its own."""

    def __init__(self, name, rfile, wfile):
        self.name = name
        self.reader = JsonRpcStreamReader(rfile)
        self.endpoint = Endpoint(self, JsonRpcStreamWriter(wfile).write)
        self.thread = threading.Thread(target=self.listen, name=name, daemon=True)
        self.thread.start()

    def listen(self):
        self.reader.listen(self.endpoint.consume)

    def ask(self, method, **params):
        return self.endpoint.request(method, params).result()


class Linter(Peer):
    width = 40

    def m_initialize(self, root=None, **_):
        return {"capabilities": {"lint": True}}

    def m_text__lint(self, uri=None, text="", **_):
        return [number for number, line in enumerate(text.splitlines(), 1) if len(line) > self.width]

    def m_config__changed(self, **_):
        found = self.ask("workspace/configuration", section="lint")
        self.width = found["width"]
