import pytest

from forge import Anvil, Smith


@pytest.fixture(scope="session")
def anvil():
    return Anvil()


@pytest.mark.parametrize("blows", [30, 25, 40])
def test_three_smiths(anvil, blows):
    before = anvil.blows
    smiths = [Smith(anvil, name, blows) for name in ("Wieland", "Mime", "Regin")]
    for smith in smiths:
        smith.start()
    for smith in smiths:
        smith.join()
    assert all(smith.done for smith in smiths)
    assert anvil.blows == before + 3 * blows
