import asyncio
import threading
import time

from bridge import Bridge
from devices import Device, simulate


class Simulator(threading.Thread):
    def __init__(self):
        super().__init__(name="simulator", daemon=True)
        self.port = None
        self.listening = threading.Event()

    async def _serve(self):
        server = await asyncio.start_server(simulate, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.listening.set()
        await server.serve_forever()

    def run(self):
        asyncio.run(self._serve())


def main(seconds=20):
    simulator = Simulator()
    simulator.start()
    simulator.listening.wait()
    bridge = Bridge()
    device = Device(simulator.port, bridge)
    bridge.start(device.session)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        print(f"{device.read('temperature'):.1f} degrees", flush=True)
        time.sleep(0.5)


if __name__ == "__main__":
    main()
