#include <atomic>
#include <chrono>
#include <thread>

struct Player {
    std::atomic<bool> playing{false};
    std::atomic<long> position{0};
    std::thread thread;
};

extern "C" {

Player *player_new() { return new Player; }

void player_start(Player *player)
{
    player->playing = true;
    player->thread = std::thread([player] {
        while (player->playing) {
            player->position++;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    });
}

void player_stop(Player *player)
{
    player->playing = false;
    if (player->thread.joinable())
        player->thread.join();
}

long player_position(Player *player) { return player->position; }

void player_delete(Player *player) { delete player; }
}
