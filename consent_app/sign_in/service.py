"""What other features may ask of sign-in: who is behind a token, and a hand-off."""

from consent_app.sign_in.handoff import create_handoff
from consent_app.sign_in.sessions import Caller, caller_of

__all__ = ["Caller", "caller_of", "create_handoff"]
