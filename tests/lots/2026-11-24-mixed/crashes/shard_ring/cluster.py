import ctypes
import functools
import logging
import threading

log = logging.getLogger("cluster")


def locked(method):
    @functools.wraps(method)
    def wrapper(self, *args):
        with self._lock:
            return method(self, *args)

    return wrapper


class Cluster:
    def __init__(self, path, nodes):
        self._library = ctypes.CDLL(path)
        self._library.ring_node.argtypes = [ctypes.c_char_p]
        self._lock = threading.RLock()
        self.nodes = set()
        for node in nodes:
            self.join(node)

    @locked
    def join(self, node):
        self._library.ring_add(node)
        self.nodes.add(node)

    @locked
    def leave(self, node):
        if self._library.ring_remove(node):
            self.nodes.discard(node)
            log.info("node %d left, %d remain", node, len(self.nodes))

    @locked
    def node_of(self, key):
        return self._library.ring_node(key.encode())  # <-- here
