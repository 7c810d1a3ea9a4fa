from hypothesis import strategies as st

amounts = st.integers(min_value=0, max_value=10_000)
prices = st.integers(min_value=1, max_value=500)


@st.composite
def step_lists(draw):
    bounds = draw(st.lists(amounts, min_size=1, max_size=5))
    return [(bound, draw(prices)) for bound in [0, *sorted(bounds)]]
