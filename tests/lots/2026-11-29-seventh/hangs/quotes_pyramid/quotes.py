"""Quotes for signs, by the number of letters. With pyramid and waitress."""

import pyramid.config
import pyramid.view

import batches


def includeme(config):
    batcher = batches.Batcher()
    config.add_request_method(lambda request: batcher, "batcher", reify=True)
    config.add_route("quote", "/quote/{text}")
    config.add_route("count", "/count")
    config.scan(__name__)


@pyramid.view.view_config(route_name="quote", renderer="json")
def quote(request):
    text = request.matchdict["text"]
    return {"text": text, "price": request.batcher.ask(text)}


@pyramid.view.view_config(route_name="count", renderer="json")
def count(request):
    return {"batches": request.batcher.batches}


def make():
    with pyramid.config.Configurator() as config:
        config.include(includeme, route_prefix="/v1")
        return config.make_wsgi_app()
