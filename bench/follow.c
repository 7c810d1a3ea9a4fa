/* The least tracer: follow a program's threads and processes, and let go of each stop at once.

   follow PROGRAM [ARG...]

   What `run` has to ask of the kernel, and nothing else: new threads and processes stop as they
   begin, their makers at the event, a process at exec. It is the floor under the rows of `run`. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int go[2], status;
    if (argc < 2 || pipe(go))
        return 2;
    pid_t program = fork();
    if (program == 0) {
        char byte;
        close(go[1]);
        if (read(go[0], &byte, 1) == 1) {
            close(go[0]);
            execvp(argv[1], argv + 1);
        }
        _exit(127);
    }
    close(go[0]);
    if (ptrace(PTRACE_SEIZE, program, 0,
               PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC)) {
        perror("ptrace");
        return 2;
    }
    if (write(go[1], "+", 1) != 1)
        return 2;
    close(go[1]);
    for (;;) {
        pid_t tid = waitpid(-1, &status, __WALL);
        if (tid < 0)
            return 2;
        if (!WIFSTOPPED(status)) {
            if (tid == program)
                return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            continue;
        }
        int event = status >> 16, number = WSTOPSIG(status);
        int stays = event == PTRACE_EVENT_STOP && number != SIGTRAP;
        ptrace(stays ? PTRACE_LISTEN : PTRACE_CONT, tid, 0, event ? 0 : number);
    }
}
