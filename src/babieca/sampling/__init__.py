"""Which tour: uniform samples, tours by number, and how often each edge is used.

See docs/sampling.md.
"""

from babieca.sampling.atlas import build_atlas, open_atlas
from babieca.sampling.families import TourFamily
from babieca.sampling.single import rank, rank_all, sample, unrank
from babieca.sampling.usage import edge_usage

__all__ = [
    "TourFamily",
    "build_atlas",
    "edge_usage",
    "open_atlas",
    "rank",
    "rank_all",
    "sample",
    "unrank",
]
