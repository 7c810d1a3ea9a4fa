import pytest

import plugins


@pytest.fixture(autouse=True, scope="session")
def described():
    plugins.finder.describe("greet_en", word="hello", helper="json")
    plugins.finder.describe("greet_fr", word="bonjour", helper="textwrap")
    plugins.finder.describe("greet_loud", word="HELLO", helper="greet_en_helper")
    return plugins.finder
