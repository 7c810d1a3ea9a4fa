# No server listens where the client was told to look; it tries again until its limit, which is long.
# https://github.com/netdata/netdata/pull/13135
import socket

import pymongo

with socket.socket() as unused:
    unused.bind(("127.0.0.1", 0))
    port = unused.getsockname()[1]
client = pymongo.MongoClient("127.0.0.1", port, serverSelectionTimeoutMS=3_600_000)
print("READY", flush=True)
print(client.shop.orders.count_documents({}))  # <-- here
