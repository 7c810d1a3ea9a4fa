import anyio

from agents import Agent, Listener
from wire import line

TEAMS = {
    "bears": ("mon 18", "tue 19", "fri 17"),
    "otters": ("tue 19", "wed 18"),
    "herons": ("fri 17", "mon 18", "sat 9", "sun 9"),
    "moles": ("sat 9", "wed 18"),
}


async def lights(state):
    while True:
        state["on"] = not state["on"]
        await anyio.sleep(0.4)


async def settle(first, second, kind):
    one, other = line()
    pair = Agent(first, TEAMS[first], one), kind(second, TEAMS[second], other)
    async with anyio.create_task_group() as group:
        for agent in pair:
            group.start_soon(agent.run, name=f"agent of {agent.team}")
    return pair[0].agreed


async def main():
    state = {"on": False}
    async with anyio.create_task_group() as group:
        group.start_soon(lights, state, name="lights")
        print("bears, otters:", await settle("bears", "otters", Listener), flush=True)
        print("herons, moles:", await settle("herons", "moles", Agent), flush=True)
        group.cancel_scope.cancel()


if __name__ == "__main__":
    anyio.run(main)
