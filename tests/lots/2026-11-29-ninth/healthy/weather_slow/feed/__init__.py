"""Readings of weather stations, sent by 0MQ to a collector."""
