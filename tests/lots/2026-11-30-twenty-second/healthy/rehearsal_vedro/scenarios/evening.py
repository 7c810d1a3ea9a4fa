import os
import sys

import vedro

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from stage import Curtain, perform


class Scenario(vedro.Scenario):
    subject = "an evening with a slow curtain"

    def given_a_curtain(self):
        self.curtain = Curtain(9)

    def given_parts(self):
        self.parts = {"Viola": ["O", "that", "I"], "Feste": ["Good", "madonna"]}

    async def when_the_play_is_played(self):
        self.said = await perform(self.curtain, self.parts)

    def then_all_words_are_said(self):
        assert len(self.said) == 5

    def and_the_curtain_is_down(self):
        assert not self.curtain.is_open
