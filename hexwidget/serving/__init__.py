"""The parts that servers of tables and of classes share."""
