"""The one thread that touches the world, and its parts."""
