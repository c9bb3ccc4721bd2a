"""What a machine cannot be given by installing something."""

from __future__ import annotations

NOT_ON_THIS_KERNEL = "This kernel refuses"
"""What a skip for that begins with. It stays one where everything else has to run."""
