"""The Pi as an appliance: its health, its wiring, and how it starts by itself."""
