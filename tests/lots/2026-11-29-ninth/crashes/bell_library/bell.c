/* A bell that rings on SIGUSR1 */
#include <signal.h>

static volatile sig_atomic_t rung;

static void ring(int number)
{
    (void)number;
    rung++;
}

int bell_hang_up(void)
{
    struct sigaction action = {.sa_handler = ring, .sa_flags = SA_RESTART};
    return sigaction(SIGUSR1, &action, 0);
}

int bell_rung(void)
{
    return rung;
}
