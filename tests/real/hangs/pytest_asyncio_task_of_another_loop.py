# A task of a fixture belongs to the session's loop, which rests while the test's own loop runs.
# https://github.com/atlanhq/application-sdk/pull/2859
import asyncio
import os

import pytest
import pytest_asyncio


class Worker:
    def __init__(self):
        self.jobs = []
        self.done = asyncio.Event()

    async def run(self):
        while not self.jobs:
            await asyncio.sleep(0.01)
        self.done.set()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def worker():
    worker = Worker()
    task = asyncio.create_task(worker.run(), name="worker")
    yield worker
    task.cancel()


@pytest.mark.asyncio
async def test_job_is_done(worker):
    worker.jobs.append("job")
    print("READY", flush=True)
    await worker.done.wait()  # <-- here


if __name__ == "__main__":
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # whatever else is installed
    pytest.main(["-q", "-s", "-p", "pytest_asyncio.plugin", "-p", "no:cacheprovider", __file__])
