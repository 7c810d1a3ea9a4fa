import hypothesis
import hypothesis.strategies as st
from sorting import bubble

patient = hypothesis.settings(
    max_examples=100_000, deadline=None, database=None, derandomize=True,
    suppress_health_check=list(hypothesis.HealthCheck),
)


@hypothesis.settings(max_examples=20, deadline=None, database=None)
@hypothesis.given(st.lists(st.integers(), max_size=20))
def test_short(values):
    assert bubble(values) == sorted(values)


@patient
@hypothesis.given(st.lists(st.integers(), min_size=50, max_size=200))
def test_long(values):
    assert bubble(values) == sorted(values)
