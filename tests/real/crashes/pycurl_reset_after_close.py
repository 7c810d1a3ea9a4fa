# A handle is reset after it was closed.
# https://github.com/pycurl/pycurl/issues/827
import pycurl


def put_back(handle):
    handle.reset()  # <-- here


handle = pycurl.Curl()
handle.setopt(pycurl.URL, "http://localhost/")
handle.close()  # <-- also
put_back(handle)
