"""Floor 7: the command line. It turns words into calls, progress into lines and errors into exit codes."""
