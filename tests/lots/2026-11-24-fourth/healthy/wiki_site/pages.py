"""The pages of a small wiki, with Django and without a database."""

import itertools
import time

import django
from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
from django.urls import path
from store import store

settings.configure(
    DEBUG=False,
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    SECRET_KEY="not needed here",
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
)
django.setup()


def page(request, name):
    return HttpResponse(f"<h1>{name}</h1><p>{store.text(name)}</p>")


def changes(request):
    def lines():
        for number in itertools.count():
            time.sleep(9)
            yield f"change {number}\n"

    return StreamingHttpResponse(lines(), content_type="text/plain")


urlpatterns = [path("page/<name>", page), path("changes", changes)]
