from sqlalchemy import QueuePool, create_engine
from sqlalchemy.orm import scoped_session, sessionmaker

from .model import Base, Due, Singer


def connect(path, connections=3):
    engine = create_engine(
        f"sqlite:///{path}",
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=None,
        connect_args={"check_same_thread": False},
    )
    Base.metadata.create_all(engine)
    return engine


def sessions(engine):
    return scoped_session(sessionmaker(engine, expire_on_commit=False))


def fill(engine):
    voices = {"soprano": 9, "alto": 8, "tenor": 4, "bass": 6}
    with sessionmaker(engine).begin() as session:
        for voice, number in voices.items():
            for index in range(number):
                singer = Singer(name=f"{voice} {index}", voice=voice)
                singer.dues = [Due(cents=1500 + 100 * index), Due(cents=900)]
                session.add(singer)
    return list(voices)
