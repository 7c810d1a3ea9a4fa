# zoo: cause=killed signal=SIGXCPU line=none text=CPU
import resource

resource.setrlimit(resource.RLIMIT_CPU, (1, 5))
number = 1
while True:
    number = number * 6364136223846793005 % 2**64
