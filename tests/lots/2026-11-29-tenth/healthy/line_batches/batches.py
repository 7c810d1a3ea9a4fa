"""Points for a time series database, sent in batches; the double of the database is slow."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from influxdb_client import InfluxDBClient, Point, WriteOptions


class Double(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(4)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *args):
        pass


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Double)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, name="double", daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    with InfluxDBClient(url=url, token="t", org="o") as client:
        options = WriteOptions(batch_size=20, flush_interval=2000)
        with client.write_api(write_options=options) as writer:
            for second in range(150):
                writer.write(bucket="b", record=Point("level").field("cm", second % 40))
                time.sleep(0.5)
    print("all written")


main()
