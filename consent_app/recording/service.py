"""What other rooms may use of recording: the recorder of the process, and its contexts."""

from __future__ import annotations

from consent_app.recording.contexts import RecordingContexts
from consent_app.recording.recorder import Recorder

__all__ = ["Recorder", "RecordingContexts"]
