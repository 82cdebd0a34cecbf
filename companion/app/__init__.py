"""The app from its first line in the log to its exit status: composition, signs of life, power."""
