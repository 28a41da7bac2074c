"""What Heckmeck brings to the table beyond its rules."""
