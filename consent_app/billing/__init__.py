"""Plans and the demo."""
