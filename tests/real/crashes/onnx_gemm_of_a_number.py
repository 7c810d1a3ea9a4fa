# The shape of a matrix product is inferred of a model that multiplies by a plain number.
# https://github.com/onnx/onnx/issues/6185
import onnx.parser
import onnx.shape_inference

MODEL = """
<ir_version: 10, opset_import: ["" : 6]>
product (double[2,1] left, {right}, double[2] bias) => (double[2,2] result) {{
   result = Gemm <alpha: float = 1, transB: int = 1> (left, right, bias)
}}
"""


def inferred(right):
    model = onnx.parser.parse_model(MODEL.format(right=right))
    return onnx.shape_inference.infer_shapes(model)  # <-- here


print(len(inferred("double[2,1] right").graph.node))
print(len(inferred("double right").graph.node))  # <-- also
