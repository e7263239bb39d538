"""Tests of what is kept on disk and in a database, across versions, kills and damage."""
