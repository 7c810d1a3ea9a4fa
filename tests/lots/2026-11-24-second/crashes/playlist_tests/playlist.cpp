// A list of tracks, and the one that plays.
#include <string>
#include <vector>

struct Playlist {
    std::vector<std::string> tracks;
    int position = 0;
};

extern "C" {

Playlist *playlist_new() { return new Playlist; }

void playlist_add(Playlist *list, const char *track) { list->tracks.push_back(track); }

void playlist_skip(Playlist *list, int steps) { list->position += steps; }

const char *playlist_current(Playlist *list) { return list->tracks[list->position].c_str(); }

void playlist_remove(Playlist *list, int number)
{
    list->tracks.erase(list->tracks.begin() + number);
}

void playlist_free(Playlist *list) { delete list; }
}
