# hang: cause=waits-for-nobody confidence=likely
import asyncio


class Line:
    """Questions with numbers; the answers come in any order."""

    def __init__(self):
        self.questions = asyncio.Queue()
        self.answers = {}

    async def ask(self, number):
        self.answers[number] = asyncio.get_running_loop().create_future()
        await self.questions.put(number)
        return await self.answers[number]  # <-- here

    async def other_side(self):
        while True:
            number = await self.questions.get()
            if number == 2:
                raise ConnectionError("the line is dead")
            self.answers[number].set_result(number * 2)

    async def tell(self):
        while True:
            await asyncio.sleep(0.2)
            print(self.questions.qsize(), "questions wait", flush=True)


async def main():
    line = Line()
    beside = [asyncio.create_task(line.other_side()), asyncio.create_task(line.tell())]
    print("READY", flush=True)
    print([await line.ask(number) for number in range(4)])
    for task in beside:
        task.cancel()


asyncio.run(main())
