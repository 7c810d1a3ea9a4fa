import sys

from .mover import main

sys.exit(main())
