"""How Ten Thousand goes at the table: what is asked for, how robots play, and what a turn is worth."""
