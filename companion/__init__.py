"""Companion: the trading unit and the bank for a physical Monopoly-family table."""

__version__ = "0.2.0"
