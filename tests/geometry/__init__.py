"""Maps, planes, provinces and mats."""
