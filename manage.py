#!/usr/bin/env python3
"""Django's entry; what is wrong with the surroundings is said in one sentence."""

from __future__ import annotations

import gc
import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError, InterfaceError

# Data files become millions of objects that stay; who looks through them every 700 takes as long as reading them.
OBJECTS_BETWEEN_LOOKS = 50_000


def main() -> None:
    gc.set_threshold(OBJECTS_BETWEEN_LOOKS)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Einstellung falsch: {error}")
    except (DatabaseError, InterfaceError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        sys.exit(f"Datenbank nicht benutzbar (DATABASE_URL, DATABASE_PATH): {reason}")


if __name__ == "__main__":
    main()
