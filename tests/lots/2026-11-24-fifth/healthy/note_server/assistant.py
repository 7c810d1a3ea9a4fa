"""Asks the server of the notes, as an assistant would."""

import asyncio
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

HERE = os.path.dirname(os.path.abspath(__file__))


class Assistant:
    def __init__(self, session):
        self.session = session
        self.answers = {}

    async def learn(self):
        tools = await self.session.list_tools()
        print("tools:", ", ".join(tool.name for tool in tools.tools), flush=True)

    async def ask(self, tool, **arguments):
        result = await self.session.call_tool(tool, arguments)
        text = " ".join(part.text for part in result.content)
        self.answers[tool, tuple(arguments.values())] = text
        return text


async def clock():
    while True:
        await asyncio.sleep(1)


async def main():
    script = os.path.join(HERE, "server.py")
    parameters = StdioServerParameters(command=sys.executable, args=[script])
    ticking = asyncio.create_task(clock())
    async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
        await session.initialize()
        assistant = Assistant(session)
        await assistant.learn()
        print("notes:", await assistant.ask("names"), flush=True)
        print("words:", await assistant.ask("words", name="roof"), flush=True)
    ticking.cancel()


if __name__ == "__main__":
    asyncio.run(main())
