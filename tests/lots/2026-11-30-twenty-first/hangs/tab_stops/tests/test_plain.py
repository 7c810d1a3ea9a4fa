import pytest
from batch import Batch
from plain import Plainer, Style

SPACES = "[*]\nindent_style = space\nindent_size = 2\n"
TABS = "[*.mk]\nindent_style = tab\ntab_width = 8\n"


def test_line():
    assert Plainer(Style(width=2)).line("\tone ") == "  one"


@pytest.mark.parametrize("config", [SPACES, TABS])
def test_batch(config, texts):
    with Batch(Style.from_editorconfig(config)) as batch:
        assert len(batch.run(texts)) == 3
