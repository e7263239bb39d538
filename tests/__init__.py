"""The tests: a folder for each system and room, and a file for each promise of the whole.

``stubs`` holds a stand-in for a package that would make every process slow.
"""
