"""How Yacht goes at the table: what is asked for, how robots play, and what a sheet is worth."""
