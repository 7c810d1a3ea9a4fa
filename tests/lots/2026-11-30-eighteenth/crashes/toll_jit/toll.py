import asyncio
import signal

from machine import Machine

FORMULAS = {
    "car": "%t = fmul double %km, 0.11\nret double %t",
    "lorry": "%r = call double @llvm.sqrt.f64(double %km)\n%t = fmul double %r, 2.5\nret double %t",
    "coach": "%w = call double @toll_weekend(double %km)\n%t = fadd double %w, 4.0\nret double %t",
}


class Gate:
    def __init__(self, machine):
        self.machine = machine
        self.open = True

    async def pass_by(self, name, km):
        await asyncio.sleep(0.05)
        toll = await asyncio.to_thread(self.machine.toll, name, km)
        print(f"{name:6} {km:6.1f} km {toll:8.2f}", flush=True)
        return toll


async def day(gate):
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, setattr, gate, "open", False)
    total = 0.0
    for name in ("car", "lorry", "car", "coach"):
        total += await gate.pass_by(name, 42.0)
    return total


def main():
    machine = Machine()
    for name, body in FORMULAS.items():
        machine.add(name, body)
    print(asyncio.run(day(Gate(machine))))


if __name__ == "__main__":
    main()
