import pytest

from station import Frame


@pytest.mark.parametrize("text", ["", "a", "many words in a row", "äöü"])
def test_round(text):
    assert Frame.decode(Frame("x", text).encode()).payload == text


def test_damaged():
    fields = Frame("x", "abc").encode()
    fields[2] += 1
    with pytest.raises(ValueError):
        Frame.decode(fields)
