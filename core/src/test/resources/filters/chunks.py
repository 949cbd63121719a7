"""Makes chunks.txt: chunks that libhdf5 has filtered. Run with h5py 3.16 (libhdf5 2.0.0): python chunks.py > chunks.txt

A line is: name | mask | filters as id:values | raw data | stored chunk; the last two in base64.
The raw data is what libhdf5 reads, which for lossy filters is not what was written.
"""
import base64
import sys
import zlib

import h5py
import numpy as np
from h5py import h5d, h5p, h5s, h5t

rng = np.random.default_rng(20)
file = h5py.File("memory", "w", driver="core", backing_store=False)


def chunk(name, data, filters, file_type=None, fill=None, dims=None):
    """Writes data, an array or bytes of elements of file_type, as one chunk; prints it."""
    if file_type is None:
        file_type = h5t.py_create(data.dtype)
    size = file_type.get_size()
    raw = data.tobytes()
    dims = dims or (len(raw) // size,)
    create = h5p.create(h5p.DATASET_CREATE)
    create.set_chunk(dims)
    if fill is not None:
        create.set_fill_value(fill)
    for identification, flags, values in filters:
        create.set_filter(identification, flags, values)
    dataset = h5d.create(file.id, name.encode(), file_type, h5s.create_simple(dims), create)
    dataset.write(h5s.ALL, h5s.ALL, np.frombuffer(raw, dtype=f"V{size}").copy(), file_type)
    dataset.flush()
    back = np.zeros(len(raw) // size, dtype=f"V{size}")
    dataset.read(h5s.ALL, h5s.ALL, back, file_type)
    mask, stored = dataset.read_direct_chunk((0,) * len(dims))
    pipeline = dataset.get_create_plist()
    described = []
    for i in range(pipeline.get_nfilters()):
        identification, flags, values, _ = pipeline.get_filter(i)
        described.append(f"{identification}:" + ",".join(str(v & 0xFFFFFFFF) for v in values))
    print(name, mask, ";".join(described), base64.b64encode(back.tobytes()).decode(), base64.b64encode(stored).decode(), sep=" | ")


DEFLATE, SHUFFLE, FLETCHER32 = 1, 2, 3
wave = (1000 * np.sin(np.arange(400) / 20)).astype("<f4")
for level in 0, 1, 6, 9:
    chunk(f"deflate {level}", wave, [(DEFLATE, 1, (level,))])
chunk("deflate of noise", rng.integers(0, 256, 333).astype("u1"), [(DEFLATE, 1, (6,))])
for size in 1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 24, 31:
    for elements in 1, 2, 7, 8, 9, 29:
        kind = h5t.create(h5t.OPAQUE, size)
        chunk(f"shuffle {size} bytes, {elements} elements", rng.integers(0, 256, size * elements).astype("u1"), [(SHUFFLE, 1, ())], kind)
for length in 1, 2, 3, 4, 7, 8, 9, 719, 720, 721, 722, 1441, 2000:
    chunk(f"fletcher32 of {length}", rng.integers(0, 256, length).astype("u1"), [(FLETCHER32, 0, ())])
    chunk(f"fletcher32 of {length} 255s", np.full(length, 255, "u1"), [(FLETCHER32, 0, ())])
    chunk(f"fletcher32 of {length} 0s", np.zeros(length, "u1"), [(FLETCHER32, 0, ())])
chunk("fletcher32 of 1 2 3", np.array([1, 2, 3], "u1"), [(FLETCHER32, 0, ())])
chunk("shuffle, deflate, fletcher32", wave, [(SHUFFLE, 1, ()), (DEFLATE, 1, (6,)), (FLETCHER32, 0, ())])
chunk("fletcher32, deflate", wave, [(FLETCHER32, 0, ()), (DEFLATE, 1, (6,))])
chunk("fletcher32, shuffle, deflate", wave, [(FLETCHER32, 0, ()), (SHUFFLE, 1, ()), (DEFLATE, 1, (6,))])
chunk("deflate, deflate", wave, [(DEFLATE, 1, (1,)), (DEFLATE, 1, (6,))])
