# A server of gevent without clients.
from gevent.server import StreamServer

print("READY", flush=True)
StreamServer(("127.0.0.1", 0), lambda connection, address: None).serve_forever()
