"""A recital: the console, the pipes and the one who plays."""

import threading

from pythonosc.dispatcher import Dispatcher
from pythonosc.osc_server import ThreadingOSCUDPServer
from pythonosc.udp_client import SimpleUDPClient

from console import Console
from stops import wind_of


class Pipes:
    def __init__(self, console_port):
        self.client = SimpleUDPClient("127.0.0.1", console_port)
        dispatcher = Dispatcher()
        dispatcher.map("/pressure", self.pressure)
        self.server = ThreadingOSCUDPServer(("127.0.0.1", 0), dispatcher)

    def pressure(self, address, stop):
        self.client.send_message("/stop/pressure", [stop, wind_of(stop)])


def main():
    console = Console()
    pipes = Pipes(console.server.server_address[1])
    console.connect(pipes.server.server_address[1])
    for name, server in (("console", console.server), ("pipes", pipes.server)):
        threading.Thread(target=server.serve_forever, name=name, daemon=True).start()
    print("wind:", console.asked.ask(console.pipes, "/pressure", "prinzipal"), flush=True)
    player = SimpleUDPClient("127.0.0.1", console.server.server_address[1])
    for stop in ("gedackt", "prinzipal"):
        player.send_message("/stop/draw", stop)
    console.complete.wait()
    print("drawn:", console.drawn)


if __name__ == "__main__":
    main()
