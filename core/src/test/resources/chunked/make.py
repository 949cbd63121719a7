"""Makes the small chunked files beside this script, one dataset /d of int32 0, 1, 2, ... each (h5py 3.16, libhdf5 2.0)."""

import os

import h5py
import numpy as np

FOLDER = os.path.dirname(os.path.abspath(__file__))
FILTERS = {
    "raw": {},
    "gzip": {"compression": "gzip"},
    "checked": {"compression": "gzip", "shuffle": True, "fletcher32": True},
}
# name: shape, chunks, maximum shape
DATASETS = {
    "single": ((6, 5), (6, 5), None),
    "fixed": ((6, 5), (2, 3), None),
    "extensible": ((60, 3), (2, 3), (None, 3)),
    "tree": ((6, 5), (2, 3), (None, None)),
    "paged": ((1100,), (1,), None),
}


def make(bound, kind, filters, early=False):
    path = os.path.join(FOLDER, "-".join([bound, "implicit" if early else kind, filters]) + ".h5")
    shape, chunks, most = DATASETS[kind]
    with h5py.File(path, "w", libver=(bound, "latest"), meta_block_size=256) as file:
        properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        properties.set_chunk(chunks)
        if "shuffle" in FILTERS[filters]:
            properties.set_shuffle()
        if "compression" in FILTERS[filters]:
            properties.set_deflate(6)
        if "fletcher32" in FILTERS[filters]:
            properties.set_fletcher32()
        if early:
            properties.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
        limits = tuple(h5py.h5s.UNLIMITED if m is None else m for m in (most or shape))
        space = h5py.h5s.create_simple(shape, limits)
        dataset = h5py.Dataset(h5py.h5d.create(file.id, b"d", h5py.h5t.STD_I32LE, space, dcpl=properties))
        dataset[...] = np.arange(int(np.prod(shape))).reshape(shape)


for filters in ("raw", "gzip", "checked"):
    make("earliest", "tree", filters)
for bound in ("v110", "v200"):
    for kind in ("single", "fixed", "extensible", "tree"):
        for filters in ("raw", "checked"):
            if bound == "v110" or filters == "checked":  # raw ones are the same in both
                make(bound, kind, filters)
make("v110", "fixed", "raw", early=True)
make("v110", "paged", "raw")
