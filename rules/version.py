"""The version of Parlour and of its rules as a library: it stands here and nowhere else."""

__version__ = "0.2.0"
