"""Arms of robots with a number of joints, for mujoco."""

import dataclasses

import mujoco

LINK = """<body pos="0 0 {length}"><joint type="hinge" axis="{axis}" damping="0.1"/>
<geom type="capsule" size="0.02" fromto="0 0 0 0 0 {length}"/>{inner}</body>"""


def description(joints, length=0.1):
    inner = ""
    for number in range(joints):
        axis = ("1 0 0", "0 1 0")[number % 2]
        inner = LINK.format(length=length, axis=axis, inner=inner)
    return f"<mujoco><worldbody>{inner}</worldbody></mujoco>"


@dataclasses.dataclass
class Arm:
    name: str
    model: mujoco.MjModel

    @classmethod
    def of(cls, name, joints):
        return cls(name, mujoco.MjModel.from_xml_string(description(joints)))

    def fresh(self):
        return mujoco.MjData(self.model)
