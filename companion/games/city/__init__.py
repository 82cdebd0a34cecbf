"""Monopoly City."""
