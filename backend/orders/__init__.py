"""The order store: orders, their lines and the stock, on SQLite or PostgreSQL."""
