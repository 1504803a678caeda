"""Lets `python -m toybattle.cli` run the command line."""

import sys

from toybattle.cli.main import main

sys.exit(main())
