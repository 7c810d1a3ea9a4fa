# The remote command reads its input to the end, and the client its output to the end.
# https://github.com/ronf/asyncssh/issues/96
import asyncio

import asyncssh


async def upper(process):
    process.stdout.write((await process.stdin.read()).upper())  # <-- here
    process.exit(0)


class Server(asyncssh.SSHServer):
    def begin_auth(self, username):
        return False


async def main():
    key = asyncssh.generate_private_key("ssh-ed25519")
    server = await asyncssh.listen(
        "127.0.0.1", 0, server_host_keys=[key], server_factory=Server, process_factory=upper
    )
    port = server.sockets[0].getsockname()[1]
    async with asyncssh.connect("127.0.0.1", port, known_hosts=None, config=None) as connection:
        async with connection.create_process("upper") as process:
            process.stdin.write("hello world\n")
            print("READY", flush=True)
            print(await process.stdout.read())  # <-- here


asyncio.run(main())  # <-- also
