# The kernel that replaces by a mask is broken for arrays in this release.
# https://github.com/apache/arrow/issues/12761
import pyarrow as pa
import pyarrow.compute as pc

ages = pa.array([41, -1, 36, -1, 9], pa.int64())
unknown = pa.array([False, True, False, True, False], pa.bool_())


def cleaned(ages, unknown, replacements):
    return pc.replace_with_mask(ages, unknown, replacements)  # <-- here


print(cleaned(ages, unknown, pa.array([50, 60], pa.int64())))
