import hashlib
import hmac


class Signed:
    """Lets only those requests in whose body has the right signature."""

    def __init__(self, app, secret, paths=()):
        self.app = app
        self.secret = secret
        self.paths = tuple(paths)

    async def __call__(self, scope, receive, send):
        if scope["type"] == "http" and scope["path"].startswith(self.paths):
            body = await self.body(receive)
            headers = dict(scope["headers"])
            if not self.fits(body, headers.get(b"x-signature", b"")):
                await self.refuse(send)
                return
        await self.app(scope, receive, send)

    async def body(self, receive):
        pieces = []
        more = True
        while more:
            message = await receive()
            pieces.append(message.get("body", b""))
            more = message.get("more_body", False)
        return b"".join(pieces)

    def fits(self, body, given):
        return hmac.compare_digest(sign(self.secret, body).encode(), given)

    async def refuse(self, send):
        await send({"type": "http.response.start", "status": 403, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})


def sign(secret, body):
    return hmac.new(secret, body, hashlib.sha256).hexdigest()
