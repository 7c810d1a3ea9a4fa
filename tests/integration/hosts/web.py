"""The same for servers: `wsgi`, and `asgi`, which does it in its event loop or in a thread."""

import asyncio

import bodies


def wsgi(environ, start_response):
    bodies.hang()


async def asgi(scope, receive, send):
    if scope["type"] == "http" and scope["path"] == "/thread":
        await asyncio.to_thread(bodies.hang)
    elif scope["type"] == "http":
        bodies.hang()
