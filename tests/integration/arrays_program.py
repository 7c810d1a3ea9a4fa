"""Builds arrays and tensors, says where they are and what is true of them, then waits.

The one line of output is a JSON list of [name, address, facts], as numpy or torch tell them. With
the argument "torch" tensors come too. Written for 3.8 on.
"""

import json
import pathlib
import sys
import tempfile

import numpy as np


def arrays():
    grid = np.zeros((64, 3), np.float32)
    whole = np.arange(100).reshape(10, 10)
    record = np.dtype([("x", "f4"), ("y", "i8")])
    return {
        "grid": grid,
        "small": np.arange(3),
        "fortran": np.asfortranarray(np.zeros((2, 3))),
        "reversed": whole[::-1, ::-2],
        "column": whole[:, 3],
        "slice": whole[2:4, 5:7],
        "view_of_view": whole[2:][1:],
        "broadcast": np.broadcast_to(np.arange(3), (4, 3)),
        "zero_d": np.array(5.5),
        "empty": np.zeros((0, 3)),
        "nine_d": np.zeros((1,) * 9),
        "record": np.zeros(3, record),
        "field": np.zeros(3, record)["y"],
        "object": np.array([1, None], object),
        "text": np.array(["ab", "c"]),
        "bytes": np.array([b"ab", b"c"]),
        "big_endian": np.zeros(2, ">f8"),
        "dates": np.zeros(2, "M8[s]"),
        "complex": np.zeros(2, complex),
        "half": np.zeros(9, np.float16),
        "bool": np.array([True, False]),
        "read_only": np.frombuffer(b"abcdefgh", np.uint16),
        "matrix": np.matrix([[1, 2], [3, 4]]),
        "memmap": np.memmap(tempfile.TemporaryFile(), np.int32, "w+", shape=(100,)),
        "masked": np.ma.array([1, 2], mask=[0, 1]),
        "bytearray": np.frombuffer(bytearray(16), np.int64)[1:],
    }


def array_facts(a):
    byte_bounds = getattr(np, "byte_bounds", None) or np.lib.array_utils.byte_bounds
    low, high = byte_bounds(a)
    return {
        "address": a.ctypes.data,
        "low": low,
        "high": high,
        "shape": list(a.shape),
        "strides": list(a.strides),
        "itemsize": a.itemsize,
        "writable": bool(a.flags.writeable),
        "size": a.size,
        "dtype": a.dtype.name if a.dtype.isnative and a.dtype.kind in "biufc" else "",
        "owner": owner(a),
    }


def owner(a):
    byte_bounds = getattr(np, "byte_bounds", None) or np.lib.array_utils.byte_bounds
    base = a.base
    while isinstance(base, np.ndarray) and base.base is not None:
        base = base.base
    return list(byte_bounds(base)) if isinstance(base, np.ndarray) else None


def scalars():
    return {
        "float64": np.float64(2.5),
        "float32": np.float32(0.1),
        "int8": np.int8(-5),
        "uint64": np.uint64(2**63),
        "bool": np.bool_(True),
        "longlong": np.longlong(7),
    }


def tensors():
    import torch

    weight = torch.nn.Linear(3, 2).weight
    return {
        "plain": torch.zeros(64, 3),
        "strided": torch.arange(24.0).reshape(4, 6)[1:, ::2],
        "transposed": torch.zeros(3, 4).t(),
        "parameter": weight,
        "scalar": torch.tensor(7),
        "seven_d": torch.zeros(1, 2, 1, 1, 1, 1, 2),
        "expanded": torch.zeros(3, 1).expand(3, 5),
        "empty": torch.zeros(0, 4),
        "from_numpy": torch.from_numpy(np.ones(4)),
        "with_grad": torch.zeros(3, requires_grad=True) * 2,
        "alias": weight.detach(),
        "python_subclass": torch.zeros(2).as_subclass(type("Mine", (torch.Tensor,), {})),
        **{
            name: torch.zeros(3, dtype=getattr(torch, name))
            for name in ("bool", "uint8", "int16", "float16", "bfloat16", "complex64", "float64")
        },
    }


def tensor_facts(t):
    storage = t.untyped_storage()
    return {
        "address": t.data_ptr(),
        "shape": list(t.shape),
        "strides": [step * t.itemsize for step in t.stride()],
        "itemsize": t.itemsize,
        "dtype": str(t.dtype).replace("torch.", ""),
        "size": t.numel(),
        "owner": [storage.data_ptr(), storage.data_ptr() + storage.nbytes()],
    }


def main():
    kept = [arrays(), scalars(), tensors() if "torch" in sys.argv else {}]
    rows = [["array " + name, id(a), array_facts(a)] for name, a in kept[0].items()]
    rows += [["scalar " + name, id(s), {"number": s.item()}] for name, s in kept[1].items()]
    rows += [["tensor " + name, id(t), tensor_facts(t)] for name, t in kept[2].items()]
    kept.append(pathlib.Path())
    print(json.dumps(rows), flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    main()
