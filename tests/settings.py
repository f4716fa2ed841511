"""The site's settings as the tests need them: whatever a shell says of a site, and whatever lies below `var/`."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

READ = Path(__file__).resolve().parents[1] / "cardsite" / "settings.py"

# A developer's own variables are not meant for the tests; only the database is chosen by one.
for name in set(re.findall(r'env_\w+\(\s*"([A-Z_]+)"', READ.read_text(encoding="utf-8"))) - {"DATABASE_URL"}:
    os.environ.pop(name, None)
# Nothing is written into the source tree, by this process or by those that it starts.
os.environ["VAR_DIR"] = tempfile.mkdtemp(prefix="munchkin-tests-")
# Playwright keeps an event loop in its thread, which Django would take for asynchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

from cardsite.settings import *  # noqa: E402, F403

# What a process started from here reads, unless it is told otherwise.
os.environ["DJANGO_SETTINGS_MODULE"] = "cardsite.settings"
# Tests ask more in a minute than a guest may; what the limit does is tested with one of its own.
API_POINTS_PER_MINUTE = 1_000_000
# The real ones take a third of a second for a password, on purpose.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
