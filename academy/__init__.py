"""The academy: lessons, evaluators and the scripts that run them."""
