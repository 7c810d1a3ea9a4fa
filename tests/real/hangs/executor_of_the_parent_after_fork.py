# A module keeps one executor for all; a server that is preloaded uses it and forks. In the child the
# executor believes that it has its worker, and nobody takes the job.
# https://github.com/HKUDS/LightRAG/pull/3860
import os
from concurrent.futures import ThreadPoolExecutor

executor = ThreadPoolExecutor(max_workers=1)


def embed(text):
    return [ord(letter) for letter in text]


def embedding(text):
    return executor.submit(embed, text).result()  # <-- here


print(embedding("warm up"))
child = os.fork()
if child == 0:
    print(embedding("request"))  # <-- also
    os._exit(0)
print("READY", flush=True)
os.waitpid(child, 0)  # <-- also
