"""The Wonder Toys shop: catalogue, order store, the agent's tools and tracing."""
