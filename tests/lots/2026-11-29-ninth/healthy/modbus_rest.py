"""A pump station by Modbus: a server on a loop, and a panel in a thread that asks every seven seconds."""

import asyncio
import logging
import threading

from pymodbus.client import ModbusTcpClient
from pymodbus.server import ModbusTcpServer
from pymodbus.simulator import DataType, SimData, SimDevice

log = logging.getLogger("station")
PRESSURE, LEVEL = 10, 11


class Panel(threading.Thread):
    """What the janitor looks at."""

    def __init__(self, port, every=7):
        super().__init__(name="panel", daemon=True)
        self.port = port
        self.every = every
        self.asked = 0
        self.off = threading.Event()

    def run(self):
        with ModbusTcpClient("127.0.0.1", port=self.port, timeout=20) as client:
            while not self.off.wait(self.every):
                answer = client.read_holding_registers(PRESSURE, count=2, device_id=1)
                if answer.isError():
                    log.warning("%s", answer)
                    continue
                self.asked += 1
                pressure, level = answer.registers
                print(f"{pressure / 10:.1f} bar, {level} cm", flush=True)


def station():
    registers = SimData(PRESSURE, values=[42, 310], datatype=DataType.REGISTERS)
    return SimDevice(1, [registers])


async def main():
    server = ModbusTcpServer(station(), address=("127.0.0.1", 0))
    await server.serve_forever(background=True)
    port = server.transport.sockets[0].getsockname()[1]
    Panel(port).start()
    log.info("the station listens at %d", port)
    await server.serving


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(main())
