# A server of aiohttp without clients.
from aiohttp import web

print("READY", flush=True)
web.run_app(web.Application(), host="127.0.0.1", port=0, print=None)
