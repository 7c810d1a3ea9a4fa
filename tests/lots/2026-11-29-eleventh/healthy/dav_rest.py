"""Files over WebDAV, served by wsgidav in wsgiref's server; nobody asks for one."""

import tempfile
from wsgiref.simple_server import make_server

from wsgidav.wsgidav_app import WsgiDAVApp

with tempfile.TemporaryDirectory() as folder:
    config = {
        "provider_mapping": {"/": folder},
        "simple_dc": {"user_mapping": {"*": True}},
        "verbose": 1,
    }
    with make_server("127.0.0.1", 0, WsgiDAVApp(config)) as server:
        print("serving at", server.server_port, flush=True)
        server.serve_forever()
