"""How the eye's weights are made; needs the train extra, and nothing at the table imports it."""
