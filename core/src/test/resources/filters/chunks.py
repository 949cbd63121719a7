"""Makes chunks.txt: chunks that libhdf5 has filtered. Run with h5py 3.16 (libhdf5 2.0.0): python chunks.py > chunks.txt

A line is: name | mask | filters as id:values | raw data | stored chunk; the last two in base64, the
raw data also compressed by zlib. It is what libhdf5 reads, which for lossy filters is not what was written.
"""
import base64
import zlib

import h5py
import numpy as np
from h5py import h5d, h5p, h5s, h5t

DEFLATE, SHUFFLE, FLETCHER32, SZIP, NBIT, SCALE_OFFSET, LZF = 1, 2, 3, 4, 5, 6, 32000
rng = np.random.default_rng(20)
written = 0
file = h5py.File("memory", "w", driver="core", backing_store=False)


def chunk(name, data, filters, file_type=None, fill=None, dims=None):
    """Writes data, an array or bytes of elements of file_type, as one chunk; prints it."""
    global written
    written += 1
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
    dataset = h5d.create(file.id, b"%d" % written, file_type, h5s.create_simple(dims), create)
    dataset.write(h5s.ALL, h5s.ALL, np.frombuffer(raw, dtype=f"V{size}").copy(), file_type)
    del dataset  # and its cache, which has the data before the filters
    dataset = h5d.open(file.id, b"%d" % written)
    back = np.zeros(len(raw) // size, dtype=f"V{size}")
    dataset.read(h5s.ALL, h5s.ALL, back, file_type)
    mask, stored = dataset.read_direct_chunk((0,) * len(dims))
    pipeline = dataset.get_create_plist()
    described = []
    for i in range(pipeline.get_nfilters()):
        identification, flags, values, _ = pipeline.get_filter(i)
        described.append(f"{identification}:" + ",".join(str(v & 0xFFFFFFFF) for v in values))
    print(name, mask, ";".join(described), base64.b64encode(zlib.compress(back.tobytes(), 9)).decode(), base64.b64encode(stored).decode(), sep=" | ")


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

def bits(base, precision, offset=0):
    kind = base.copy()
    kind.set_precision(precision)
    kind.set_offset(offset)
    return kind


def noise(length):
    return rng.integers(0, 256, length).astype("u1")


def integers(kind, low, high, count):
    return rng.integers(low, high, count, endpoint=True).astype(kind)


chunk("nbit u8 1 bit", noise(29), [(NBIT, 1, ())], bits(h5t.STD_U8LE, 1, 3))
for base, name in (h5t.STD_U8LE, "u8"), (h5t.STD_I16LE, "i16"), (h5t.STD_I16BE, "i16be"), (h5t.STD_I32LE, "i32"), (h5t.STD_U32BE, "u32be"), (h5t.STD_I64LE, "i64"), (h5t.STD_U64BE, "u64be"):
    width = 8 * base.get_size()
    for precision, offset in (width, 0), (width // 2, 0), (width // 2 + 1, 2), (width - 1, 0), (width - 1, 1), (width // 2, width // 2), (width - 3, 2):
        for count in 1, 16, 29:
            chunk(f"nbit {name} {precision} bits from {offset}, {count}", noise(count * width // 8), [(NBIT, 1, ())], bits(base, precision, offset))
half = h5t.IEEE_F32LE.copy()
half.set_fields(24, 18, 6, 5, 13)
half.set_offset(5)
half.set_precision(20)
chunk("nbit float of 20 bits", noise(40), [(NBIT, 1, ())], half)
wide = h5t.IEEE_F64BE.copy()
wide.set_size(16)
wide.set_precision(80)
wide.set_offset(11)
chunk("nbit 16 bytes", noise(160), [(NBIT, 1, ())], wide)
chunk("nbit array", noise(6 * 2 * 5), [(NBIT, 1, ())], h5t.array_create(bits(h5t.STD_I16LE, 11, 3), (2, 3)))
chunk("nbit array of bytes", noise(6 * 4 * 5), [(NBIT, 1, ())], h5t.array_create(h5t.STD_I32LE, (6,)))
inner = h5t.create(h5t.COMPOUND, 7)
inner.insert(b"x", 1, bits(h5t.STD_U16BE, 9, 4))
inner.insert(b"y", 3, h5t.STD_I32LE)
text = h5t.C_S1.copy()
text.set_size(3)
outer = h5t.create(h5t.COMPOUND, 40)
outer.insert(b"a", 0, bits(h5t.STD_I32LE, 17, 7))
outer.insert(b"b", 6, text)
outer.insert(b"c", 10, h5t.array_create(inner, (3,)))
outer.insert(b"d", 32, h5t.IEEE_F32BE)
chunk("nbit compound with a lost member", noise(40 * 9), [(NBIT, 1, ())], outer)
outer = h5t.create(h5t.COMPOUND, 40)
outer.insert(b"a", 0, bits(h5t.STD_I32LE, 17, 7))
outer.insert(b"b", 6, text)
outer.insert(b"d", 10, h5t.IEEE_F32BE)
outer.insert(b"e", 15, inner)
outer.insert(b"f", 22, h5t.array_create(bits(h5t.STD_U8LE, 6, 1), (2, 2)))
outer.insert(b"c", 26, h5t.array_create(inner, (2,)))
chunk("nbit compound", noise(40 * 9), [(NBIT, 1, ())], outer)
chunk("nbit array of compounds", noise(42 * 9), [(NBIT, 1, ())], h5t.array_create(inner, (3, 2)))
chunk("nbit text", noise(9), [(NBIT, 1, ())], text)
chunk("nbit, deflate", noise(160), [(NBIT, 1, ()), (DEFLATE, 1, (6,))], bits(h5t.STD_I32LE, 19, 7))

INT, DIGITS = 2, 0
for kind in "<i1", "<u1", "<i2", "<u2", ">i2", "<i4", "<u4", ">u4", "<i8", "<u8", ">i8", ">u8":
    info = np.iinfo(kind)
    spans = {
        "same": (5, 5),
        "narrow": (max(info.min, -20), 100),
        "low": (info.min, info.min + 17),
        "high": (info.max - 30, info.max),
        "wide": (info.min, info.max),
    }
    for name, (low, high) in spans.items():
        for fill in None, 5:
            data = integers(kind, low, high, 37) if info.bits < 64 else (np.array([int(v) for v in rng.integers(0, 2**62, 37)], dtype=object) * 4 % (high - low + 1) + low).astype(kind)
            if name == "wide":
                data[:2] = info.min, info.max
            if fill is not None:
                data[3:6] = fill
            chunk(f"scaleoffset {kind} {name} fill {fill}", data, [(SCALE_OFFSET, 1, (INT, 0))], fill=None if fill is None else np.array(fill, kind))
    for distance in 0, 1, 2, 3, 4, 2 ** (info.bits - 1):
        data = np.array([info.min, info.min + 3, info.max - distance], dtype=object).astype(kind)
        chunk(f"scaleoffset {kind} all but {distance}", data, [(SCALE_OFFSET, 1, (INT, 0))])
    chunk(f"scaleoffset {kind} only fill", np.full(9, 7, kind), [(SCALE_OFFSET, 1, (INT, 0))], fill=np.array(7, kind))
    chunk(f"scaleoffset {kind} 5 bits", integers(kind, 3, 33, 21), [(SCALE_OFFSET, 1, (INT, 5))])
    chunk(f"scaleoffset {kind} all bits", integers(kind, 0, 100, 21), [(SCALE_OFFSET, 1, (INT, info.bits))])
for kind in "<f4", ">f4", "<f8", ">f8":
    for digits in 0, 1, 3, 6, -2:
        for fill in (None, 1.25) if digits >= 0 else (None,):
            data = (300 * np.sin(np.arange(41) / 3) * 10.0 ** -max(0, digits - 3)).astype(kind)
            if fill is not None:
                data[4:8] = fill, fill + 1e-9, fill + 0.04, fill - 3
            chunk(f"scaleoffset {kind} {digits} digits fill {fill}", data, [(SCALE_OFFSET, 1, (DIGITS, digits & 0xFFFFFFFF))], fill=None if fill is None else np.array(fill, kind))
    chunk(f"scaleoffset {kind} range", np.array([-3e30, 1, 2e30], kind), [(SCALE_OFFSET, 1, (DIGITS, 2))])
    chunk(f"scaleoffset {kind} halves", np.array([-2.5, -1.5, -0.5, 0, 0.5, 1.5, 2.5], kind), [(SCALE_OFFSET, 1, (DIGITS, 0))])
    chunk(f"scaleoffset {kind} zeros", np.zeros(12, kind), [(SCALE_OFFSET, 1, (DIGITS, 2))])
chunk("scaleoffset, shuffle, deflate, fletcher32", integers("<i4", -50, 3000, 200), [(SCALE_OFFSET, 1, (INT, 0)), (SHUFFLE, 1, ()), (DEFLATE, 1, (6,)), (FLETCHER32, 0, ())])

chunk("lzf", wave, [(LZF, 1, ())])
chunk("lzf of zeros", np.zeros(10000, "u1"), [(LZF, 1, ())])
chunk("lzf of noise", noise(500), [(LZF, 1, ())])
chunk("lzf of text", np.frombuffer(b"".join(b"line %d of %d\n" % (i * i, i) for i in range(100)), "u1"), [(LZF, 1, ())])
chunk("shuffle, lzf", wave, [(SHUFFLE, 1, ()), (LZF, 1, ())])
chunk("shuffle, lzf of noise, fletcher32", noise(400).view("<u4"), [(SHUFFLE, 1, ()), (LZF, 1, ()), (FLETCHER32, 0, ())])

ENTROPY, NEIGHBOUR = 4 + 129, 32 + 129
for kind in "<u1", "<i1", "<i2", ">u2", "<i4", ">u4", "<f4", ">f4", "<i8", ">f8":
    for coding in ENTROPY, NEIGHBOUR:
        for pixels, dims in (4, (140,)), (8, (13, 35)), (32, (40, 3)), (8, (3, 96)):
            count = int(np.prod(dims))
            data = (50 + 40 * np.sin(np.arange(count) / 9) + rng.integers(0, 3, count)).astype("<i4").astype(kind)
            data[count // 3 : count // 2] = data[count // 3]
            chunk(f"szip {kind} {coding} {pixels} {dims}", data, [(SZIP, 1, (coding, pixels))], dims=dims)
for coding in ENTROPY, NEIGHBOUR:
    steps = np.cumsum(rng.integers(-1, 2, 3000)) % 256
    chunk(f"szip {coding} steps", steps.astype("u1"), [(SZIP, 1, (coding, 16))])
    chunk(f"szip {coding} few", (rng.integers(0, 40, 3000) == 0).astype("u1"), [(SZIP, 1, (coding, 16))])
    chunk(f"szip {coding} zeros", np.zeros(9000, "u1"), [(SZIP, 1, (coding, 8))])
    chunk(f"szip {coding} mostly zeros", np.where(np.arange(9000) % 1700 == 5, 9, 0).astype("<i2"), [(SZIP, 1, (coding, 8))])
    chunk(f"szip {coding} limits", (rng.integers(0, 2, 600) * 65535).astype("<u2"), [(SZIP, 1, (coding, 8))])
    chunk(f"szip {coding} near the limits", (rng.integers(-40, 40, 900)).astype("<u2"), [(SZIP, 1, (coding, 8))])
    chunk(f"szip {coding} noise and zeros", np.concatenate([noise(500), np.zeros(3000, "u1")]), [(SZIP, 1, (coding, 8))])
    chunk(f"szip {coding} 12 bits", rng.integers(0, 300, 500).astype("<u2"), [(SZIP, 1, (coding, 8))], bits(h5t.STD_U16LE, 12))
    chunk(f"szip {coding} 20 bits", rng.integers(0, 3000, 500).astype("<u4"), [(SZIP, 1, (coding, 8))], bits(h5t.STD_U32LE, 20))
    chunk(f"szip {coding} 20 bits, big-endian", rng.integers(0, 3000, 500).astype(">u4"), [(SZIP, 1, (coding, 8))], bits(h5t.STD_U32BE, 20))
    chunk(f"szip {coding} of noise", noise(500), [(SZIP, 1, (coding, 8))])
    chunk(f"szip {coding} long scanline", (np.arange(9001) % 100).astype("<i2"), [(SZIP, 1, (coding, 8))])
