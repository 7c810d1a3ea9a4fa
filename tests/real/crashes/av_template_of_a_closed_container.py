# A stream of a container that is closed already is the template of a new one.
# https://github.com/PyAV-Org/PyAV/issues/1137
import io

import av
import numpy as np


def film(count):
    file = io.BytesIO()
    with av.open(file, "w", format="mp4") as container:
        stream = container.add_stream("mpeg4", rate=24)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        for number in range(count):
            picture = np.full((48, 64, 3), number, dtype=np.uint8)
            for packet in stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")):
                container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)
    file.seek(0)
    return file


def video_of(file):
    container = av.open(file)
    stream = container.streams.video[0]
    container.close()  # <-- here
    return stream


def copy(stream):
    target = av.open(io.BytesIO(), "w", format="mp4")
    return target.add_stream(template=stream)  # <-- here


print(copy(video_of(film(10))))  # <-- also
