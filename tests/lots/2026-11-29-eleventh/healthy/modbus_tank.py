"""The level of a tank by pyModbusTCP: a server in this process, and a client that reads each 15 seconds."""

import socket
import time

from pyModbusTCP.client import ModbusClient
from pyModbusTCP.server import DataBank, ModbusServer

probe = socket.create_server(("127.0.0.1", 0))
port = probe.getsockname()[1]
probe.close()
bank = DataBank()
server = ModbusServer("127.0.0.1", port, no_block=True, data_bank=bank)
server.start()
client = ModbusClient("127.0.0.1", port, auto_open=True)
for look in range(20):
    bank.set_input_registers(0, [1000 + look])
    print(client.read_input_registers(0, 1), flush=True)
    time.sleep(15)
server.stop()
