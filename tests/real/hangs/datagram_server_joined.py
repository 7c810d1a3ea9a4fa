# The server is told to stop by a flag, which it looks at after the next datagram; none comes.
# https://github.com/tomquist/AstraMeter/pull/233
import socket
import threading
import time


class Meter:
    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.stopping = False
        self.thread = threading.Thread(target=self.serve, name="meter")
        self.thread.start()

    def serve(self):
        while not self.stopping:
            data, address = self.socket.recvfrom(1024)  # <-- here
            self.socket.sendto(data.upper(), address)

    def stop(self):
        self.stopping = True
        self.thread.join()  # <-- also
        self.socket.close()


meter = Meter()
time.sleep(0.3)
print("READY", flush=True)
meter.stop()  # <-- also
