"""The parts of recording that other rooms may use: the process's recorder, and its contexts."""

from __future__ import annotations

from consent_app.recording.contexts import RecordingContexts
from consent_app.recording.queries import get_version_and_wording
from consent_app.recording.recorder import Recorder

__all__ = [
    "Recorder",
    "RecordingContexts",
    "get_version_and_wording",
]
