"""The same two routes as others would write them."""
