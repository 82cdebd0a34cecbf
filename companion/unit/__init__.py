"""The trading unit: the pure machine and its picture as lights and sound; twin of ``firmware/``."""
