"""Jupyter: kernels that are started under watch, what their death says in the notebook, the kernels
that run, and IPython's magics.

    specs       kernel.json of such a kernel: written, removed, found
    speaking    in the place of a dead kernel, to its notebook
    running     which kernels run, and for which notebooks
    extension   %load_ext atfault

Jupyter's own packages are imported where they are used: without them there are no notebooks.
"""
