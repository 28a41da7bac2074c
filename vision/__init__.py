"""From pixels to an observation; knows no game."""
