"""The console of the organ: it talks OSC with the pipes' controller."""

import threading

from pythonosc.dispatcher import Dispatcher
from pythonosc.osc_server import BlockingOSCUDPServer
from pythonosc.udp_client import SimpleUDPClient


class Asked:
    """What was asked and has no answer yet."""

    def __init__(self):
        self._waiting = {}

    def ask(self, client, address, stop):
        event, box = self._waiting.setdefault(stop, (threading.Event(), []))
        client.send_message(address, stop)
        event.wait()
        del self._waiting[stop]
        return box[0]

    def answer(self, stop, value):
        event, box = self._waiting[stop]
        box.append(value)
        event.set()


class Console:
    def __init__(self):
        self.asked = Asked()
        self.drawn = {}
        self.complete = threading.Event()
        dispatcher = Dispatcher()
        dispatcher.map("/stop/draw", self.draw)
        dispatcher.map("/stop/pressure", self.pressure)
        self.server = BlockingOSCUDPServer(("127.0.0.1", 0), dispatcher)
        self.pipes = None

    def connect(self, port):
        self.pipes = SimpleUDPClient("127.0.0.1", port)

    def draw(self, address, stop):
        wind = self.asked.ask(self.pipes, "/pressure", stop)
        self.drawn[stop] = wind
        if len(self.drawn) == 2:
            self.complete.set()

    def pressure(self, address, stop, value):
        self.asked.answer(stop, value)
