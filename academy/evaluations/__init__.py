"""Evaluators, each with its tests, and the scripts that run them and record in Phoenix."""
