"""How Rooster Run goes at the table: hands hunt all at once, and somebody crows."""

from companion.games.rooster_run.at_table.hunt import Hunt

WAYS = Hunt
