"""The package as a whole: its public names, its command line, what a prompt shows, its release."""
