# Two instances with a server of one thread each: the answer to the one's call is asked of the other,
# which asks back.
# https://github.com/julien6387/supvisors/issues/28
import threading
import xmlrpc.client
from xmlrpc.server import SimpleXMLRPCServer

one = SimpleXMLRPCServer(("127.0.0.1", 0), logRequests=False)
other = SimpleXMLRPCServer(("127.0.0.1", 0), logRequests=False)


def proxy(server):
    return xmlrpc.client.ServerProxy(f"http://127.0.0.1:{server.server_address[1]}")


def is_isolated():
    return proxy(other).state_of("one")  # <-- here


def state_of(name):
    return proxy(one).is_known(name)  # <-- here


def is_known(name):
    return True


one.register_function(is_isolated)
one.register_function(is_known)
other.register_function(state_of)
for server in (one, other):
    threading.Thread(target=server.serve_forever, daemon=True).start()
print("READY", flush=True)
print(proxy(one).is_isolated())  # <-- also
