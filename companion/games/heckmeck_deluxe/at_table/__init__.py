"""What Heckmeck Deluxe brings to the table beyond its rules."""
