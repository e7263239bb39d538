"""Parts of the site that `tools/build_lite.py` makes: wheels, bytecode, and the files of ``play.html``."""
