"""A model of prices that onnxruntime runs, without a copy of what goes in."""

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper


def made(width):
    """The model: the sum of each row, times two."""
    rows = helper.make_tensor_value_info("rows", TensorProto.FLOAT, ["n", width])
    sums = helper.make_tensor_value_info("sums", TensorProto.FLOAT, ["n", 1])
    two = helper.make_tensor("two", TensorProto.FLOAT, [1], [2.0])
    axes = helper.make_tensor("axes", TensorProto.INT64, [1], [1])
    nodes = [
        helper.make_node("Mul", ["rows", "two"], ["twice"]),
        helper.make_node("ReduceSum", ["twice", "axes"], ["sums"], keepdims=1),
    ]
    graph = helper.make_graph(nodes, "prices", [rows], [sums], [two, axes])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model.SerializeToString()


class Model:
    def __init__(self, width):
        self.width = width
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(made(width), options, ["CPUExecutionProvider"])

    def sums(self, rows):
        binding = self.session.io_binding()
        shape = (rows.nbytes // self.width, self.width)
        address = rows.ctypes.data
        binding.bind_input("rows", "cpu", 0, np.float32, shape, address)
        binding.bind_output("sums")
        self.session.run_with_iobinding(binding)
        return binding.copy_outputs_to_cpu()[0][: len(rows)]
