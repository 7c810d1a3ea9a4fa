# A repeated field is assigned in a message that is not set yet.
# https://github.com/protocolbuffers/protobuf/issues/10063
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory


def message_class():
    file = descriptor_pb2.FileDescriptorProto(name="tree.proto", package="tree")
    edges = file.message_type.add(name="Edges")
    edges.field.add(name="leaves", number=1, type=9, label=3)
    node = file.message_type.add(name="Node")
    node.field.add(name="edges", number=1, type=11, label=1, type_name=".tree.Edges")
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.MessageFactory(pool).GetPrototype(pool.FindMessageTypeByName("tree.Node"))


def fill(node, leaves):
    node.edges.leaves[:] = leaves  # <-- here


fill(message_class()(), ["oak", "elm", "ash"])
