"""Registration, challenges, the second factor, sessions, refresh and hand-off."""
