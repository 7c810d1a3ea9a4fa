# A kernel between two cells.
from ipykernel.kernelapp import IPKernelApp

app = IPKernelApp.instance(connection_file="kernel.json")
app.initialize([])
print("READY", file=__import__("sys").__stdout__, flush=True)
app.start()
