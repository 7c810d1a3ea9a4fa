"""Runs cells in a kernel of their own and gathers what they print."""

import contextlib
import dataclasses

from jupyter_client import KernelManager


@dataclasses.dataclass
class Result:
    text: str = ""
    error: str | None = None


class Runner:
    def __init__(self):
        self.manager = KernelManager()
        self.client = None

    @contextlib.contextmanager
    def kernel(self):
        self.manager.start_kernel()
        self.client = self.manager.blocking_client()
        self.client.start_channels()
        try:
            self.client.wait_for_ready(timeout=60)
            yield self
        finally:
            self.client.stop_channels()
            self.manager.shutdown_kernel(now=True)

    def run(self, source):
        sent = self.client.execute(source, store_history=True)
        result = Result()
        while True:
            message = self.client.get_iopub_msg()
            if message["parent_header"].get("msg_id") != sent:
                continue
            content = message["content"]
            kind = message["msg_type"]
            if kind == "stream":
                result.text += content["text"]
            elif kind == "execute_result":
                result.text += content["data"].get("text/plain", "")
            elif kind == "error":
                result.error = f"{content['ename']}: {content['evalue']}"
            elif kind == "status" and content["execution_state"] == "idle":
                return result
