"""An emulated Raspberry Pi of Debian's parts, and an owner who sets it up and plays on it: make pi."""
