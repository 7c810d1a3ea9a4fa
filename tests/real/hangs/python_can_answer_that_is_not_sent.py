# The program waits for the answer of a device that is not on the bus, and without a timeout.
# https://python-can.readthedocs.io/en/stable/api.html#can.BusABC.recv
import can

bus = can.Bus(interface="virtual", channel="engine")
bus.send(can.Message(arbitration_id=0x7DF, data=[2, 1, 12]))
print("READY", flush=True)
answer = bus.recv()  # <-- here
print(answer.data)
