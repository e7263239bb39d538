"""Maps of other programs, and files on a disk that fails."""
