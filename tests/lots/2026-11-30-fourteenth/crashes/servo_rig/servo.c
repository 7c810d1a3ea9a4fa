/* Servos of a rig for puppets. Which driver is used is known after servo_init() only. */
#include <stdlib.h>

static int positions[16];

static int read_plain(int servo)
{
    return positions[servo & 15];
}

static int read_smooth(int servo)
{
    return (positions[servo & 15] + positions[(servo + 15) & 15]) / 2;
}

int (*servo_read)(int servo);

int servo_init(int smooth)
{
    servo_read = smooth ? read_smooth : read_plain;
    return 16;
}

void servo_move(int servo, int position)
{
    positions[servo & 15] = position;
}
