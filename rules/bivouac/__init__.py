"""Bivouac (L. Lynn Smith, 2002): twelve stones a side march round a run into the enemy's camp."""

from rules.bivouac.game import Bivouac

__all__ = ["Bivouac"]
