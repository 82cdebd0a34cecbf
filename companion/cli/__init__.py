"""What runs in a terminal: the pipe, the doctor, the part check."""
