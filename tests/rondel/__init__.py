"""Legions, galleys and cities."""
