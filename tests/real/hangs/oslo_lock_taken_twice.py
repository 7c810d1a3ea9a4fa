# A function that is synchronized by a name calls another one that is synchronized by the same.
# https://docs.openstack.org/oslo.concurrency/latest/user/index.html
from oslo_concurrency import lockutils


@lockutils.synchronized("stock")
def take(item):
    return 1  # never reached


@lockutils.synchronized("stock")
def order(item):
    return take(item)  # <-- here


print("READY", flush=True)
print(order("apple"))  # <-- here
