"""A small farm that renders frames: each frame is a child process with limits of its own."""
