"""The project that `hexwidget new` makes."""
