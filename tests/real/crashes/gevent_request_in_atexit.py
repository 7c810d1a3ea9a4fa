# A handler of atexit waits, with greenlets that have been cleaned up before.
# https://github.com/gevent/gevent/issues/2173
import atexit


def goodbye():
    gevent.spawn(print, "goodbye").join()  # <-- here


atexit.register(goodbye)

import gevent
from gevent import monkey

monkey.patch_all()
gevent.sleep(0.01)
