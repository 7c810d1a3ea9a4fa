import asyncio
import csv
import io
from concurrent.futures import ThreadPoolExecutor

from visits import Visits


class Sheet:
    def __init__(self, patient, fetch):
        self.patient = patient
        self.fetch = fetch

    def render(self):
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(["patient", "visit", "minutes"])
        for number, minutes in enumerate(self.fetch(self.patient), 1):
            writer.writerow([self.patient, number, minutes])
        return text.getvalue()


class Exporter:
    def __init__(self, visits, threads=4):
        self.visits = visits
        self.threads = threads
        self.loop = None

    def fetch(self, patient):
        """For the threads: the rows are asked for on the loop, where they live."""
        return asyncio.run_coroutine_threadsafe(self.visits.of(patient), self.loop).result()

    async def one(self, patient):
        return await asyncio.to_thread(Sheet(patient, self.fetch).render)

    async def all(self):
        with ThreadPoolExecutor(self.threads, thread_name_prefix="sheet") as pool:
            sheets = [pool.submit(Sheet(patient, self.fetch).render) for patient in self.visits.patients()]
        return [sheet.result() for sheet in sheets]

    async def __aenter__(self):
        self.loop = asyncio.get_running_loop()
        return self

    async def __aexit__(self, *about):
        self.loop = None


async def clock(minutes):
    while True:
        await asyncio.sleep(0.25)
        minutes.append(len(minutes))


async def main():
    visits = Visits()
    ticking = asyncio.create_task(clock([]))
    for number in range(12):
        await visits.add(f"P{number % 5:03}", 10 + number)
    async with Exporter(visits) as exporter:
        print(await exporter.one("P001"), flush=True)
        for text in await exporter.all():
            print(text.count("\n") - 1, "visits", flush=True)
    ticking.cancel()


if __name__ == "__main__":
    asyncio.run(main())
