# A server of uvicorn without clients.
import uvicorn


async def app(scope, receive, send):
    await receive()


print("READY", flush=True)
uvicorn.run(app, port=0, log_level="error")
