"""Tests of the two small systems that authors read: the toy, and the package in ``examples``."""
