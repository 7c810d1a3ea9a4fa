# gunicorn with one sync worker: a view of Django asks for another page of the same site.
# https://docs.gunicorn.org/en/stable/design.html#sync-workers
import socket
import subprocess
import sys
import urllib.request

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path
from gunicorn.app.base import BaseApplication

settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="x", DEBUG=False)
CLIENT = (
    "import sys, time, urllib.request as r; time.sleep(1.5);"
    " print('READY', flush=True); r.urlopen(sys.argv[1]).read()"
)


def prices(request):
    return HttpResponse("42")


def report(request):
    url = request.build_absolute_uri("/prices")
    return HttpResponse(urllib.request.urlopen(url).read())  # <-- here


urlpatterns = [path("prices", prices), path("report", report)]


class Site(BaseApplication):
    def __init__(self, port):
        self.port = port
        super().__init__()

    def load_config(self):
        self.cfg.set("bind", f"127.0.0.1:{self.port}")
        self.cfg.set("workers", 1)
        self.cfg.set("timeout", 0)
        self.cfg.set("loglevel", "warning")

    def load(self):
        django.setup()
        return get_wsgi_application()


with socket.create_server(("127.0.0.1", 0)) as probe:
    port = probe.getsockname()[1]
subprocess.Popen([sys.executable, "-c", CLIENT, f"http://127.0.0.1:{port}/report"])
Site(port).run()
