/* A press: so many strokes a minute at most */
const int press_limit = 120;
int press_speed = 60;

int press_faster(int by)
{
    press_speed += by;
    if (press_speed > press_limit)
        press_speed = press_limit;
    return press_speed;
}
