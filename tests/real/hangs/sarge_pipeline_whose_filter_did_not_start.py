# The second command of a pipeline cannot be started; the first one writes into the pipe until it is
# full, and the caller waits for it.
# https://github.com/vsajip/sarge/issues/12
import sarge

print("READY", flush=True)
sarge.run("head -c 200000 /dev/zero | cat > /does/not/exist")  # <-- here
