import asyncio

from aiohttp import WSMsgType, web

from hub import Hub

HUB = web.AppKey("hub", Hub)


async def deliver(hub, member, socket):
    while True:
        number, who, text = await member.outbox.get()
        await socket.send_json({"number": number, "who": who, "text": text})
        await hub.seen(member)


async def room(request):
    hub = request.app[HUB]
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    async with hub.joined(request.match_info["name"]) as member:
        sender = asyncio.create_task(deliver(hub, member, socket))
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await hub.say(member.name, message.data)
        finally:
            sender.cancel()
    return socket


async def status(request):
    return web.json_response({"members": len(request.app[HUB].members)})


def make_app():
    app = web.Application()
    app[HUB] = Hub()
    app.router.add_get("/room/{name}", room)
    app.router.add_get("/status", status)
    return app
