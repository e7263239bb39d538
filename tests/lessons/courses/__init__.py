"""Courses: first games, the tutor, files and pages."""
