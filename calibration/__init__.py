"""Teaching the camera something new."""
