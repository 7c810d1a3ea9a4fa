# A device sends a prompt that ends in no newline; readline() waits for one, without a timeout.
# https://github.com/labgrid-project/labgrid/issues/1501
import os
import pty

import serial

device, host = pty.openpty()
port = serial.Serial(os.ttyname(host), 115200)
os.write(device, b"U-Boot 2024.01\r\nColibri # ")
print(port.readline())
print("READY", flush=True)
print(port.readline())  # <-- here
