"""Makes chunks.txt: chunks that plugins of libhdf5 have filtered. Run with h5py 3.16 (libhdf5 2.0.0), hdf5plugin 7.1.0:
python chunks.py > chunks.txt

A line is: name | mask | filters as id:values | raw data | stored chunk; the last two in base64, the
raw data, which is what libhdf5 reads, also compressed by zlib.
"""
import base64
import zlib

import h5py
import hdf5plugin
import numpy as np

rng = np.random.default_rng(21)
written = 0
file = h5py.File("memory", "w", driver="core", backing_store=False)


def chunk(name, data, filters):
    """Writes data as one chunk; prints it. Filters are those of create_dataset()."""
    global written
    written += 1
    place = f"/{written}"
    file.create_dataset(place, data=data, chunks=data.shape, **filters)
    print_chunk(name, file[place].id)


def low_level(name, data, filters):
    """The same with filters as (id, flags, values)."""
    global written
    written += 1
    create = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    create.set_chunk(data.shape)
    for identification, flags, values in filters:
        create.set_filter(identification, flags, values)
    dataset = h5py.h5d.create(file.id, b"/%d" % written, h5py.h5t.py_create(data.dtype), h5py.h5s.create_simple(data.shape), create)
    dataset.write(h5py.h5s.ALL, h5py.h5s.ALL, data)
    print_chunk(name, dataset)


def print_chunk(name, dataset):
    place = h5py.h5i.get_name(dataset)
    dataset.flush()
    pipeline = dataset.get_create_plist()
    described = []
    for i in range(pipeline.get_nfilters()):
        identification, flags, values, _ = pipeline.get_filter(i)
        described.append(f"{identification}:" + ",".join(str(v & 0xFFFFFFFF) for v in values))
    mask, stored = dataset.read_direct_chunk((0,) * len(dataset.shape))
    shape, kind = dataset.shape, dataset.dtype
    dataset._close()  # and its cache, which has the data before the filters
    back = file[place.decode()][...]
    print(name, mask, ";".join(described), base64.b64encode(zlib.compress(back.tobytes(), 9)).decode(), base64.b64encode(stored).decode(), sep=" | ")


def noise(length):
    return rng.integers(0, 256, length).astype("u1")


def wave(kind, count):
    return (100 * np.sin(np.arange(count) / 20)).astype(kind)


opaque = lambda size, count: (np.arange(size * count) % 251 // 7).astype("u1").view(f"V{size}")

chunk("lz4", wave("<f4", 300), hdf5plugin.LZ4())
chunk("lz4 blocks", wave("<i4", 300), hdf5plugin.LZ4(nbytes=256))
chunk("lz4 of noise", noise(300), hdf5plugin.LZ4())
chunk("lz4 blocks of noise", noise(300), hdf5plugin.LZ4(nbytes=128))
chunk("lz4 of zeros", np.zeros(20000, "u1"), hdf5plugin.LZ4())
chunk("zstd", wave("<f4", 300), hdf5plugin.Zstd())
chunk("zstd 22", wave("<i2", 700), hdf5plugin.Zstd(clevel=22))
chunk("zstd of noise", noise(300), hdf5plugin.Zstd())
chunk("zstd of zeros", np.zeros(20000, "u1"), hdf5plugin.Zstd())
chunk("zstd of text", np.frombuffer(b"".join(b"line %d of %d\n" % (i * i, i) for i in range(100)), "u1"), hdf5plugin.Zstd(clevel=9))
chunk("bzip2", wave("<i4", 300), hdf5plugin.BZip2())
chunk("bzip2 1", wave("<f4", 100), hdf5plugin.BZip2(blocksize=1))
chunk("bzip2 of noise", noise(100), hdf5plugin.BZip2())
for size in 1, 2, 3, 4, 8, 12, 16:
    for count in 5, 8, 128, 147:
        for name in "none", "lz4", "zstd":
            chunk(f"bitshuffle {name} {size} bytes {count}", opaque(size, count), hdf5plugin.Bitshuffle(nelems=0 if count != 147 else 64, cname=name))
chunk("bitshuffle lz4 of noise", noise(9000).view("<u4"), hdf5plugin.Bitshuffle())
chunk("bitshuffle lz4 of several blocks", wave("<i2", 9005), hdf5plugin.Bitshuffle())
for codec in "blosclz", "lz4", "lz4hc", "zlib", "zstd":
    for shuffle in 0, 1, 2:
        for kind in "<i4", "<i2", "u1", "<f8":
            chunk(f"blosc {codec} shuffle {shuffle} {kind}", wave(kind, 300), hdf5plugin.Blosc(cname=codec, shuffle=shuffle))
    chunk(f"blosc {codec} odd", opaque(3, 171), hdf5plugin.Blosc(cname=codec))
    chunk(f"blosc {codec} of zeros", np.zeros(20000, "u1"), hdf5plugin.Blosc(cname=codec))
chunk("blosc of noise", noise(300), hdf5plugin.Blosc())
chunk("blosc elements of 17 bytes", opaque(17, 100), hdf5plugin.Blosc(cname="lz4"))
chunk("blosc elements of 300 bytes", opaque(300, 8), hdf5plugin.Blosc(cname="lz4"))
chunk("blosc level 9", np.arange(3000, dtype="<i4"), hdf5plugin.Blosc(clevel=9))
chunk("blosc several blocks", (np.arange(70000) % 999).astype("<i4"), hdf5plugin.Blosc(cname="lz4", clevel=1))
chunk("blosc several blocks of bits", (np.arange(70003) % 999).astype("<i4"), hdf5plugin.Blosc(cname="zstd", clevel=1, shuffle=2))
chunk("blosc of text, blosclz", np.frombuffer(b"".join(b"line %d of %d\n" % (i * i, i) for i in range(200)), "u1"), hdf5plugin.Blosc(cname="blosclz", clevel=9, shuffle=0))
for codec in "blosclz", "lz4", "zlib", "zstd":
    for filters in 0, 1, 2, 3, 4:
        chunk(f"blosc2 {codec} filter {filters}", wave("<f4", 300), hdf5plugin.Blosc2(cname=codec, filters=filters))
    chunk(f"blosc2 {codec} i2", wave("<i2", 301), hdf5plugin.Blosc2(cname=codec))
    chunk(f"blosc2 {codec} f8, bits", wave("<f8", 303), hdf5plugin.Blosc2(cname=codec, filters=2))
    chunk(f"blosc2 {codec} 2-D", wave("<f4", 300).reshape(20, 15), hdf5plugin.Blosc2(cname=codec))
chunk("blosc2 3-D", np.arange(7 * 11 * 13, dtype="<i4").reshape(7, 11, 13), hdf5plugin.Blosc2())
chunk("blosc2 larger 2-D", (np.arange(130 * 170) % 777).astype("<i4").reshape(130, 170), hdf5plugin.Blosc2(cname="zstd", clevel=9))
chunk("blosc2 zeros", np.zeros(1000, "<f4"), hdf5plugin.Blosc2())
chunk("blosc2 zeros 2-D", np.zeros((10, 100), "<f4"), hdf5plugin.Blosc2())
chunk("blosc2 zeros 3-D with edges", np.zeros((33, 47, 29), "<f8"), hdf5plugin.Blosc2())
chunk("blosc2 zeros, small", np.zeros((3,), "<u1"), hdf5plugin.Blosc2())
chunk("blosc2 NaN 3-D with edges", np.full((33, 47, 29), np.nan, "<f8"), hdf5plugin.Blosc2())
chunk("blosc2 3-D with edges", (np.arange(33 * 47 * 29) % 1234).astype("<i4").reshape(33, 47, 29), hdf5plugin.Blosc2(cname="zstd"))
chunk("blosc2 4-D", (np.arange(7 * 8 * 9 * 10) % 99).astype("<i2").reshape(7, 8, 9, 10), hdf5plugin.Blosc2(cname="zstd"))
chunk("blosc2 2-D, elements of 200 bytes", opaque(200, 8).reshape(2, 4), hdf5plugin.Blosc2(cname="zstd"))
chunk("blosc2 2-D, bits", wave("<f4", 3000).reshape(50, 60), hdf5plugin.Blosc2(cname="zstd", filters=2))
chunk("blosc2 NaN", np.full(1000, np.nan, "<f8"), hdf5plugin.Blosc2())
chunk("blosc2 NaN 2-D", np.full((10, 10), np.nan, "<f4"), hdf5plugin.Blosc2())
chunk("blosc2 ones", np.full(1000, 7, "<i4"), hdf5plugin.Blosc2())
chunk("blosc2 noise", noise(300), hdf5plugin.Blosc2())
chunk("blosc2 delta of several blocks", (np.arange(70000) % 999).astype("<i4"), hdf5plugin.Blosc2(cname="zstd", clevel=1, filters=3))
chunk("blosc2 mostly zeros", np.where(np.arange(5000) == 4000, 1, 0).astype("<i8"), hdf5plugin.Blosc2())
low_level("shuffle, zstd, fletcher32", wave("<f4", 300), [(2, 1, ()), (32015, 1, (3,)), (3, 0, ())])
low_level("lz4, deflate", wave("<f4", 300), [(32004, 1, (0,)), (1, 1, (6,))])
