from numba import deferred_type, int64, njit, optional
from numba.experimental import jitclass

node_type = deferred_type()


@jitclass([("number", int64), ("behind", optional(node_type))])
class Node:
    def __init__(self, number):
        self.number = number
        self.behind = None


node_type.define(Node.class_type.instance_type)


@njit
def couple(node):
    node.behind = Node(2)
    node.behind.number = 3  # fails: numba-unknown-attribute: node.behind.number


couple(Node(1))
