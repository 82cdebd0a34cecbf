"""The trading unit's keys, lights and sound, on whatever hardware there is."""
