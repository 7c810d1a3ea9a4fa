# A cell of a notebook waits for a coroutine on the loop of the kernel that runs the cell.
# https://github.com/erdewit/nest_asyncio/issues/72
import asyncio
import os
import threading

from ipykernel.kernelapp import IPKernelApp
from jupyter_client import BlockingKernelClient


async def fetch():
    return 42


def cell():
    os.write(terminal, b"READY\n")
    future = asyncio.run_coroutine_threadsafe(fetch(), asyncio.get_event_loop())
    return future.result()  # <-- here


def browse(file):
    client = BlockingKernelClient(connection_file=file)
    client.load_connection_file()
    client.start_channels()
    client.execute("cell()")


terminal = os.dup(1)
app = IPKernelApp.instance(connection_file="kernel.json")
app.initialize([])
app.kernel.shell.user_ns["cell"] = cell
threading.Thread(target=browse, args=(app.abs_connection_file,), name="browser").start()
app.start()
