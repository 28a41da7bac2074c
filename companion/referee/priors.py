"""How likely the referee holds things to be before it looks: each with where it comes from, as natural logarithms."""

import math

# What eyes do: judged by what the benches show, not counted; some were moved until the stories in tests came out right.
LASTING = 0.002  # a share of names, no logarithm: read wrongly in every look of a rest
REPLACED = 0.02  # a share of dice laid aside: another one lies where one lay, for hands lay them in rows
MISSED = math.log(0.01)  # a piece in one look
PASSING = math.log(0.01)  # something imagined at one spot in one look
HIDDEN = math.log(0.0007)  # a piece that lies there, in every look of a rest
DOWN_HIDDEN = math.log(0.5)  # one face down: it has no print, and is easily missed

# What hands do: judged, and tried on rehearsed evenings, whose mistakes were made up by us.
COMMON = math.log(0.1)  # a deed that is for nothing, or not allowed, and that everybody does now and then
FORBIDDEN = math.log(0.03)  # any other
ODD = math.log(0.01)  # what is no deed of any game: two faces at once, a die taken back
TURNED = math.log(0.003)  # a die turned on its way: fingers push it, and seldom tip it
TWICE = math.log(0.0001)  # a card that lies in two places: the box has each once
GATHERED = math.log(0.03)  # dice that came to lie elsewhere were not thrown: swept together, or handed on
SWEPT = math.log(0.001)  # the same though they were seen to tumble
FURTHER = math.log(0.2)  # one deed more than the last look knew of
LOOKED_AT = math.log(0.3)  # a token gone from its place is held by somebody, and lies nowhere else
BESIDE = math.log(0.5)  # what lies beside every zone is none of the game's, while the game misses nothing

# How far down the list is read: what lies further down weighs together less than what is decided by.
FAR = 5.0
READINGS = 80

FINAL = 0.98  # how sure a roll must be that ends a turn by itself: nothing is laid aside after it that could tell
WARNED = 0.8  # how sure a warning must be: it takes nothing away, so it needs less than a deed
