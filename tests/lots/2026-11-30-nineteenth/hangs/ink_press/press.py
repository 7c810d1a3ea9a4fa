import asyncio


class Press:
    """Sheets are laid into the tray and printed one after the other."""

    def __init__(self, pace=0.02):
        self.tray = asyncio.Queue()
        self.pace = pace
        self.printed = []
        self._printing = None

    async def start(self):
        self._printing = asyncio.create_task(self._print(), name="printing")

    async def _print(self):
        while True:
            sheet = await self.tray.get()
            await asyncio.sleep(self.pace)
            self.printed.append(sheet.upper())
            self.tray.task_done()

    def lay(self, *sheets):
        for sheet in sheets:
            self.tray.put_nowait(sheet)

    async def empty(self):
        await self.tray.join()

    async def stop(self):
        self._printing.cancel()
        try:
            await self._printing
        except asyncio.CancelledError:
            pass
