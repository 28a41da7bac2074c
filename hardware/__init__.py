"""The edge of the physical world; knows no game and no vision."""
