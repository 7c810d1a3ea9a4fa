import pytest

from letters import Campaign, Sender


def test_thread_is_started(no_threads):
    sender = Sender("mail.example", 2525)
    no_threads.assert_called_once()
    sender.thread.start.assert_called_once_with()


def test_message_is_made(no_threads):
    sender = Sender()
    sender.send("ida@example.org", "Spring", "We open again.")
    assert sender.outbox.get()["Subject"] == "Spring"


@pytest.mark.threads
def test_sent_by_connection(smtp):
    campaign = Campaign("Summer", "The garden is open.")
    assert campaign.to(["jon@example.org"]) == 1


class TestReaders:
    def test_nobody(self):
        assert Campaign("Autumn", "Leaves.").to([]) == 0

    def test_twice_the_same(self, smtp):
        campaign = Campaign("Autumn", "Leaves.")
        assert campaign.to(["Ida@example.org", "ida@example.org "]) == 1
        assert not campaign.refused
