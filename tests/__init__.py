"""The tests: a folder for each room, each system, and each promise of the whole.

``stubs`` holds a stand-in for a package that would make every process slow.
"""
