"""A small site of Django, in one module, under cheroot."""

import threading
import time
import urllib.request

import django
from cheroot import wsgi
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path
import diary

settings.configure(DEBUG=False, ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="x")
django.setup()
report = threading.Lock()


def year(request, number):
    with report:
        time.sleep(4)
        return HttpResponse(f"{number}: {number * 31 % 97} letters")


urlpatterns = [path("year/<int:number>", year)]


def reader(port, first):
    time.sleep(1)
    number = first
    while True:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/year/{number}") as answer:
            print(answer.read().decode(), flush=True)
        number += 1


def main():
    server = wsgi.Server(("127.0.0.1", 0), get_wsgi_application(), numthreads=4)
    server.prepare()
    port = server.bind_addr[1]
    for first in (1900, 1950, 2000):
        threading.Thread(target=reader, args=(port, first), daemon=True).start()
    try:
        server.serve()
    finally:
        server.stop()


if __name__ == "__main__":
    with diary.kept() as log:
        log.info("%s starts", "the site")
        main()
