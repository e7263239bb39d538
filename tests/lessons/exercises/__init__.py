"""Exercises: their questions, answers, words, pages and paper."""
