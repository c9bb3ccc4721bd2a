"""The event bus and what all events have in common. Shared by all features, it knows none."""
