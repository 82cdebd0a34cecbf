"""The card game Deal."""
