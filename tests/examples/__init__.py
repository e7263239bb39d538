"""The two small systems to read, held against references of their own: the toy, and the package in ``examples``."""
