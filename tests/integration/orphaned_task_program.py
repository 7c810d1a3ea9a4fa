"""A pending task of an event loop whose thread has ended.

python orphaned_task_program.py FOLDER

writes FOLDER/tasks.json, an empty list, when it is there.
"""

import asyncio
import os
import sys
import threading
import time

KEPT = []


async def orphan():
    await asyncio.sleep(10000)


async def main():
    KEPT.append(asyncio.ensure_future(orphan()))
    KEPT[-1].set_name("orphan")
    await asyncio.sleep(0)


def run():
    loop = asyncio.new_event_loop()
    KEPT.append(loop)
    loop.run_until_complete(main())


thread = threading.Thread(target=run)
thread.start()
thread.join()
with open(sys.argv[1] + "/tasks.json.part", "w") as file:
    file.write("[]")
os.rename(sys.argv[1] + "/tasks.json.part", sys.argv[1] + "/tasks.json")
time.sleep(10000)
