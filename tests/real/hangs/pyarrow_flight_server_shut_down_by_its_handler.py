# A handler shuts the server down, which waits until all handlers have ended.
# https://github.com/apache/arrow/pull/50687
import threading

import pyarrow.flight as flight


class Server(flight.FlightServerBase):
    def do_action(self, context, action):
        print("READY", flush=True)
        self.shutdown()  # <-- here
        return [b"stopped"]


server = Server("grpc://127.0.0.1:0")
threading.Thread(target=server.serve, name="server", daemon=True).start()
with flight.connect(f"grpc://127.0.0.1:{server.port}") as client:
    print(list(client.do_action(flight.Action("stop", b""))))  # <-- also
