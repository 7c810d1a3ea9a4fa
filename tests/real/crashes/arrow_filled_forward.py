# Forward filling of a chunked array: the last value of one chunk is taken for the next.
# https://github.com/apache/arrow/issues/45086
import pyarrow as pa
import pyarrow.compute as pc

gap = [None] * 4000
switched = pa.chunked_array([gap, [True], gap], type=pa.bool_())
print(len(pc.fill_null_forward(switched)))  # <-- here
