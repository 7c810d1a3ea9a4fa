import concurrent.futures
import unittest

from tags import Candidates, Nightly, Publisher, Stable, Tags


class TagsTest(unittest.TestCase):
    def test_last(self):
        self.assertEqual(str(Tags(["v1.2.0", "v1.10.0", "old"]).last()), "1.10.0")

    def test_candidate_is_before_release(self):
        self.assertEqual(str(Tags(["v1.2.0", "v1.2.0-rc.1"]).last()), "1.2.0")


class PublisherTest(unittest.TestCase):
    def setUp(self):
        self.tags = Tags(["v1.1.9", "v1.2.0", "docs"])
        channels = Stable("stable"), Candidates("rc"), Nightly("nightly")
        self.publisher = Publisher(self.tags, *channels)

    def test_stable(self):
        self.assertEqual(self.publisher.publish("stable"), "1.2.1")

    def test_candidates(self):
        self.assertEqual(self.publisher.publish("rc"), "1.3.0-rc.1")
        self.assertEqual(self.publisher.publish("rc"), "1.3.0-rc.2")

    def test_several_at_once(self):
        with concurrent.futures.ThreadPoolExecutor(3, "publish") as pool:
            published = set(pool.map(self.publisher.publish, ["stable"] * 5))
        self.assertEqual(len(published), 5)

    def test_two_nightlies(self):
        with concurrent.futures.ThreadPoolExecutor(2, "publish") as pool:
            published = set(pool.map(self.publisher.publish, ["nightly"] * 2))
        self.assertEqual(published, {"1.2.0+nightly.1", "1.2.0+nightly.2"})


if __name__ == "__main__":
    unittest.main()
