"""Where the table is: its markers, the mounting, the mat's zones, and what moved."""
