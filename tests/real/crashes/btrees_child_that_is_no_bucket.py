# A tree is restored from a state whose child is a list, and that is taken for a bucket.
# https://github.com/zopefoundation/BTrees/pull/143
from BTrees.IOBTree import IOBTree, IOBucket


def restored(children):
    tree = IOBTree()
    tree.__setstate__((children, IOBucket()))  # <-- here
    return tree


def find(tree, key):
    return tree.get(key, "none")  # <-- here


print(find(IOBTree({1: "one"}), 1))
children = [["one", number] for number in range(500)]
print([find(restored((child,)), 1) for child in children][:1])  # <-- also
