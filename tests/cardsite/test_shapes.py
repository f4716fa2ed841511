"""A worker has taken every shape of data apart before its first reader comes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.serving import ROOT

# Two threads that take the same shape apart at once end the process with a violation of its memory.
FIRST_READER = """
import os
import msgspec
import msgspec._utils as taking_apart
import cardsite.wsgi
from cardsite.shapes import shapes

late, usual = [], taking_apart._get_class_mro_and_typevar_mappings

def noticed(shape):
    late.append(shape.__name__)
    return usual(shape)

taking_apart._get_class_mro_and_typevar_mappings = noticed
every = list(shapes(msgspec.Struct))
for shape in every:
    msgspec.json.Decoder(shape)
assert len(every) > 150, len(every)
assert late == [], late

class Later(msgspec.Struct):
    name: str

msgspec.json.Decoder(Later)
assert late == ["Later"], "msgspec takes shapes apart in another way now"
print("survived", flush=True)
os._exit(0)
"""


def test_the_first_reader_finds_no_shape_that_is_not_known(tmp_path: Path) -> None:
    surroundings = {**os.environ, "VAR_DIR": str(tmp_path), "DATABASE_URL": "", "DEBUG": "false"}
    done = subprocess.run(
        [sys.executable, "-c", FIRST_READER],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "survived\n"), done.stderr[-2000:]
