"""The checkout agent: its tools, and what they are told about the shopper."""
