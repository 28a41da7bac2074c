"""Sheets to print: the mats, loose markers, and the board that measures the lens."""
