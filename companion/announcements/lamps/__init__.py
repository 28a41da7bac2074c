"""Figures, pictures and animations for a display eight lamps high."""
