"""The entry point of the production server."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")
application = get_wsgi_application()

# The apps are there only now.
from cardsite.orphans import end_with_parent  # noqa: E402
from cardsite.shapes import prepare  # noqa: E402
from cardsite.warming import warm_beside  # noqa: E402

end_with_parent()
prepare()
warm_beside()
