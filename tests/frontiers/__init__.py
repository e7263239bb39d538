"""Heartlands and frontiers."""
