package dev.fallow.filter;

/**
 * Settings of known filters, for the creation of datasets. Filters are applied in the given order; the usual one is
 * {@link #scaleOffset} or {@link #nbit}, {@link #shuffle}, a compressor, {@link #fletcher32}. All but fletcher32 are
 * optional: a chunk that a filter would not shrink is stored without it.
 *
 * <p>Filters from lz4 on are in the module {@code fallow-filters}, which has to be on the class path or module path.
 */
public final class Filters {
    /** The id of {@link #deflate}. */
    public static final int DEFLATE = 1;
    /** The id of {@link #shuffle}. */
    public static final int SHUFFLE = 2;
    /** The id of {@link #fletcher32}. */
    public static final int FLETCHER32 = 3;
    /** The id of {@link #szip}. */
    public static final int SZIP = 4;
    /** The id of {@link #nbit}. */
    public static final int NBIT = 5;
    /** The id of {@link #scaleOffset}. */
    public static final int SCALE_OFFSET = 6;
    /** The id of {@link #bzip2}. */
    public static final int BZIP2 = 307;
    /** The id of {@link #lzf}. */
    public static final int LZF = 32000;
    /** The id of {@link #blosc}. */
    public static final int BLOSC = 32001;
    /** The id of {@link #lz4}. */
    public static final int LZ4 = 32004;
    /** The id of {@link #bitshuffle}. */
    public static final int BITSHUFFLE = 32008;
    /** The id of {@link #zstd}. */
    public static final int ZSTD = 32015;
    /** The id of Blosc 2, which can only be read. */
    public static final int BLOSC2 = 32026;

    /** The coding of {@link #szip}. */
    public enum SzipCoding {
        /** The samples themselves. */
        ENTROPY(4),
        /** The differences of neighbours. */
        NEAREST_NEIGHBOUR(32);

        private final int mask;

        SzipCoding(int mask) {
            this.mask = mask;
        }
    }

    /** The codec of {@link #blosc}; the ordinal is the stored number. */
    public enum BloscCodec {
        /** BloscLZ: can only be read. */
        BLOSCLZ,
        /** LZ4. */
        LZ4,
        /** LZ4 with a slower compressor that shrinks more. */
        LZ4HC,
        /** Snappy. */
        SNAPPY,
        /** Deflate. */
        ZLIB,
        /** Zstandard. */
        ZSTD
    }

    /** The preprocessing of {@link #blosc}; the ordinal is the stored number. */
    public enum BloscShuffle {
        /** None. */
        NONE,
        /** The bytes of elements are grouped by their position. */
        BYTES,
        /** The bits of elements are grouped by their position. */
        BITS
    }

    /** The compressor of {@link #bitshuffle}. */
    public enum BitshuffleCodec {
        /** The bits are only rearranged. */
        NONE(0),
        /** LZ4. */
        LZ4(2),
        /** Zstandard. */
        ZSTD(3);

        private final int number;

        BitshuffleCodec(int number) {
            this.number = number;
        }
    }

    private Filters() {}

    /** The name of a filter, as in the output of the command {@code fallow}; {@code filter-NUMBER} if it is not known. */
    public static String name(int id) {
        return switch (id) {
            case DEFLATE -> "deflate";
            case SHUFFLE -> "shuffle";
            case FLETCHER32 -> "fletcher32";
            case SZIP -> "szip";
            case NBIT -> "nbit";
            case SCALE_OFFSET -> "scaleoffset";
            case BZIP2 -> "bzip2";
            case LZF -> "lzf";
            case BLOSC -> "blosc";
            case LZ4 -> "lz4";
            case BITSHUFFLE -> "bitshuffle";
            case ZSTD -> "zstd";
            case BLOSC2 -> "blosc2";
            default -> "filter-" + id;
        };
    }

    /**
     * Deflate (zlib, "gzip" in h5py).
     *
     * @param level 0 to 9
     */
    public static FilterSetting deflate(int level) {
        return new FilterSetting(DEFLATE, true, inRange("deflate level", level, 0, 9));
    }

    /** Groups the bytes of elements by their position, which helps a compressor that follows. */
    public static FilterSetting shuffle() {
        return new FilterSetting(SHUFFLE, true);
    }

    /** Adds a checksum of four bytes to each chunk. */
    public static FilterSetting fletcher32() {
        return new FilterSetting(FLETCHER32, false);
    }

    /**
     * Szip (CCSDS 121.0-B), for integers and floating-point numbers.
     *
     * @param pixelsPerBlock 2 to 32, even
     */
    public static FilterSetting szip(SzipCoding coding, int pixelsPerBlock) {
        if (inRange("pixels per block", pixelsPerBlock, 2, 32) % 2 != 0) {
            throw new IllegalArgumentException("pixels per block: expected an even number, found " + pixelsPerBlock);
        }
        return new FilterSetting(SZIP, true, coding.mask, pixelsPerBlock);
    }

    /** Stores only the bits of the precision of each number. */
    public static FilterSetting nbit() {
        return new FilterSetting(NBIT, true);
    }

    /**
     * Subtracts the minimum of each chunk and stores as few bits as the rest needs.
     *
     * @param factor integers: the number of bits, 0 to determine it for each chunk (with another, numbers that do not
     *     fit are stored wrong); floating-point numbers: the number of decimal digits after the point that are kept
     */
    public static FilterSetting scaleOffset(int factor) {
        return new FilterSetting(SCALE_OFFSET, true, factor);
    }

    /** LZF, of h5py. */
    public static FilterSetting lzf() {
        return new FilterSetting(LZF, true);
    }

    /** LZ4, in one block per chunk. */
    public static FilterSetting lz4() {
        return lz4(0);
    }

    /**
     * LZ4.
     *
     * @param blockSize bytes that are compressed together; 0 for the default of 1 GiB
     */
    public static FilterSetting lz4(int blockSize) {
        return new FilterSetting(LZ4, true, inRange("lz4 block size", blockSize, 0, 0x7E000000));
    }

    /**
     * Zstandard.
     *
     * @param level 1 to 22; the encoder of {@code fallow-filters} has only one and ignores it, that of {@code fallow-natives} has all
     */
    public static FilterSetting zstd(int level) {
        return new FilterSetting(ZSTD, true, inRange("zstd level", level, 1, 22));
    }

    /**
     * Blosc 1.
     *
     * @param level 0 (not compressed) to 9
     */
    public static FilterSetting blosc(BloscCodec codec, int level, BloscShuffle shuffle) {
        return new FilterSetting(BLOSC, true, inRange("blosc level", level, 0, 9), shuffle.ordinal(), codec.ordinal());
    }

    /** Groups the bits of elements by their position, in blocks, and compresses the blocks. */
    public static FilterSetting bitshuffle(BitshuffleCodec codec) {
        return new FilterSetting(BITSHUFFLE, true, 0, codec.number);
    }

    /**
     * Bzip2.
     *
     * @param level 1 to 9
     */
    public static FilterSetting bzip2(int level) {
        return new FilterSetting(BZIP2, true, inRange("bzip2 level", level, 1, 9));
    }

    private static int inRange(String what, int value, int lowest, int highest) {
        if (value < lowest || value > highest) {
            throw new IllegalArgumentException(what + ": expected " + lowest + " to " + highest + ", found " + value);
        }
        return value;
    }
}
