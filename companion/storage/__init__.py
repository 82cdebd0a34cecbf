"""What is on the disk: journals, copies, rescue, the library of games, the stick, settings."""
