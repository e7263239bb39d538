"""``python -m hexwidget``: see `hexwidget.cli`."""

import sys

from hexwidget.cli import main

sys.exit(main())
