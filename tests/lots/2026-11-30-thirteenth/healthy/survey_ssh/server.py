import asyncio
import random

import asyncssh


class Server(asyncssh.SSHServer):
    def begin_auth(self, username):
        return False


async def session(process):
    rng = random.Random(process.command)
    for number in range(1000):
        await asyncio.sleep(6 + rng.random())
        process.stdout.write(f"{process.command} {number}: {rng.uniform(2, 9):.2f} m\n")
    process.exit(0)


async def start():
    key = asyncssh.generate_private_key("ssh-ed25519")
    return await asyncssh.create_server(Server, "127.0.0.1", 0, server_host_keys=[key], process_factory=session)
