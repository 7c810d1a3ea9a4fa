# A git command is started as a process and waited for, and its output fills the pipe.
# https://github.com/gitpython-developers/GitPython/pull/357
import git

repository = git.Repo.init(".")
for name in range(2000):
    with open(f"a_file_with_quite_a_long_name_{name:05}.txt", "w") as file:
        file.write("text")
repository.git.add(".")
print("READY", flush=True)
listing = repository.git.ls_files("--stage", as_process=True)
listing.wait()  # <-- here
print(len(listing.stdout.read()))
