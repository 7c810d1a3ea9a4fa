"""The end that has the pages."""

import collections
import threading

import h2.events

from link import Link


class Press(threading.Thread):
    def __init__(self, socket, pages):
        super().__init__(name="press", daemon=True)
        self.socket = socket
        self.pages = pages
        self.link = None
        self.open = True
        self.waiting = collections.deque()

    def run(self):
        self.link = Link(self.socket, client=False)
        while self.open:
            self.handle(self.link.events())

    def handle(self, events):
        for event in events:
            if isinstance(event, h2.events.RequestReceived):
                self.waiting.append((event.stream_id, dict(event.headers)[":path"]))
            elif isinstance(event, h2.events.ConnectionTerminated):
                self.open = False
        while self.waiting and self.open:
            self.answer(*self.waiting.popleft())

    def answer(self, stream, path):
        text = self.pages.get(path)
        http = self.link.http
        if text is None:
            http.send_headers(stream, [(":status", "404")], end_stream=True)
            self.link.flush()
            return
        http.send_headers(stream, [(":status", "200"), ("content-length", str(len(text)))])
        at = 0
        while at < len(text):
            room = min(http.local_flow_control_window(stream), http.max_outbound_frame_size)
            if room <= 0:
                self.handle(self.link.events())
                continue
            http.send_data(stream, text[at:at + room])
            self.link.flush()
            at += room
        http.end_stream(stream)
        self.link.flush()
