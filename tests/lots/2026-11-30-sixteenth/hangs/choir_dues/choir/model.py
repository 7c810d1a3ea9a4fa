from sqlalchemy import ForeignKey, func, select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    pass


class Singer(Base):
    __tablename__ = "singer"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    voice: Mapped[str]
    dues: Mapped[list["Due"]] = relationship(back_populates="singer")


class Due(Base):
    __tablename__ = "due"

    id: Mapped[int] = mapped_column(primary_key=True)
    singer_id: Mapped[int] = mapped_column(ForeignKey("singer.id"))
    cents: Mapped[int]
    singer: Mapped[Singer] = relationship(back_populates="dues")


def owed(voice):
    return select(func.sum(Due.cents)).join(Singer).where(Singer.voice == voice)
