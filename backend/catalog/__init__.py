"""The catalogue: two hundred toys in `toys.json`, and the checks that every one of them passes."""
