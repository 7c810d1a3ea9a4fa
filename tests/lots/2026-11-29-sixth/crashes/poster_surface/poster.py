"""Draws posters with SDL, without a window."""

import ctypes

import sdl2


class Poster:
    def __init__(self, width, height):
        self.width = width
        self.height = height
        self.surface = sdl2.SDL_CreateRGBSurfaceWithFormat(
            0, width, height, 32, sdl2.SDL_PIXELFORMAT_RGBA32
        )

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        sdl2.SDL_FreeSurface(self.surface)

    def band(self, top, height, colour):
        area = sdl2.SDL_Rect(0, top, self.width, height)
        sdl2.SDL_FillRect(self.surface, area, colour)

    def pixels(self):
        surface = self.surface.contents
        address = ctypes.cast(surface.pixels, ctypes.POINTER(ctypes.c_uint32))
        return address, surface.pitch // 4
