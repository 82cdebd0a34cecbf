"""The classic game answers every question the usual way."""

from companion.core.rules import Rules

RULES = Rules
