# An object that is freed as the interpreter ends reads its greenlet's own data.
# https://github.com/python-greenlet/greenlet/issues/524
from gevent import monkey

monkey.patch_all()

from gevent.local import local


class Session:
    def __init__(self):
        self.own = local()
        self.own.user = "ada"

    def __del__(self):
        print(self.own.user)  # <-- here


session = Session()
