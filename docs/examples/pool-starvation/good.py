"""Make the pages of an album: each page is a job, and so is each of its pictures."""

from concurrent.futures import ThreadPoolExecutor

pages = ThreadPoolExecutor(max_workers=2, thread_name_prefix="pages")
pictures_pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="pictures")


def scale(picture):
    return f"small {picture}"


def make_page(pictures):
    jobs = [pictures_pool.submit(scale, picture) for picture in pictures]
    return [job.result() for job in jobs]


album = [["lake", "hill"], ["cat", "dog"], ["snow"]]
for page in pages.map(make_page, album):
    print(page)
