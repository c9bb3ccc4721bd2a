"""``python -m consent_app.cli`` is ``consent-app``."""

import sys

from consent_app.cli import main

sys.exit(main())
