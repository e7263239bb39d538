"""``python -m hexwidget``: see `hexwidget.commands.cli`."""

import sys

from hexwidget.commands.cli import main

sys.exit(main())
