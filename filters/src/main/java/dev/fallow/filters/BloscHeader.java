package dev.fallow.filters;

import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;

/**
 * The head of a chunk of Blosc. Numbers are little-endian.
 *
 * <pre>
 *   bytes  field
 *     1    version of the format: up to 2 in Blosc 1; 5 in Blosc 2
 *     1    version of the codec's format
 *     1    flags: 1 byte shuffle, 2 not compressed, 4 bit shuffle, 16 blocks are not split, bits 5-7 codec; both 1 and 4:
 *          the fields from 16 on exist
 *     1    size of an element
 *     4    raw length
 *     4    length of a block
 *     4    length of the chunk
 *     6    Blosc 2: filters, in the order in which they were applied
 *     2    Blosc 2: codec of the user, its parameter
 *     6    Blosc 2: parameters of the filters
 *     1    Blosc 2: reserved
 *     1    Blosc 2: 1 with dictionary, 8 lazy; bits 4-6 special value
 * </pre>
 *
 * @param flags see above
 * @param elementSize 1 to 255
 * @param rawLength at least 0
 * @param blockSize at least 1, at most the raw length unless that is 0
 * @param length of the chunk
 * @param extended whether the fields of Blosc 2 exist
 * @param filters their codes; of Blosc 1 too
 * @param special 0, or 1 zeros, 2 NaN, 3 a repeated value, 4 not initialised
 */
record BloscHeader(
        int flags,
        int elementSize,
        int rawLength,
        int blockSize,
        int length,
        boolean extended,
        int[] filters,
        int special) {
    static final int LENGTH = 16;
    static final int EXTENDED_LENGTH = 32;

    static final int VERSION_1 = 2;
    private static final int MAX_VERSION = 5;

    static final int SHUFFLED = 1;
    static final int STORED = 2;
    static final int BITS_SHUFFLED = 4;
    static final int NOT_SPLIT = 16;
    static final int CODEC_SHIFT = 5;

    static final int SHUFFLE = 1;
    static final int BITSHUFFLE = 2;
    static final int DELTA = 3;
    static final int TRUNCATE = 4;

    private static final int FILTERS = 16;
    private static final int FILTER_COUNT = 6;
    private static final int SPECIAL_FLAGS = 31;
    private static final int DICTIONARY = 1;
    private static final int LAZY = 8;
    private static final int MAX_SPECIAL = 4;

    /** Reads and checks the head of a chunk that takes these bytes or fewer. */
    static BloscHeader decode(FilterData in, int limit) throws FilterException {
        byte[] array = in.array();
        int at = in.offset();
        if (in.length() < LENGTH) {
            throw new FilterException("expected a Blosc head of " + LENGTH + " bytes, found " + in.length() + " bytes");
        }
        int version = array[at] & 0xFF;
        int flags = array[at + 2] & 0xFF;
        boolean extended = version > VERSION_1 && (flags & (SHUFFLED | BITS_SHUFFLED)) == (SHUFFLED | BITS_SHUFFLED);
        int length = Bytes.littleInt(array, at + 12);
        if (version < 1 || version > MAX_VERSION) {
            throw new FilterException("expected a Blosc format of 1 to " + MAX_VERSION + ", found " + version);
        }
        if (length < (extended ? EXTENDED_LENGTH : LENGTH) || length > in.length()) {
            throw new FilterException("expected a Blosc chunk of at most " + in.length() + " bytes, found " + length);
        }
        int elementSize = array[at + 3] & 0xFF;
        int rawLength = Bytes.littleInt(array, at + 4);
        int blockSize = Bytes.littleInt(array, at + 8);
        if (rawLength < 0 || rawLength > limit) {
            throw new FilterException(
                    "expected at most " + limit + " bytes, found " + Integer.toUnsignedString(rawLength));
        }
        if (elementSize < 1 || rawLength > 0 && (blockSize < 1 || blockSize > rawLength)) {
            throw new FilterException("expected elements of at least 1 byte and blocks of at most " + rawLength
                    + " bytes, found " + elementSize + " and " + blockSize);
        }
        int[] filters = new int[FILTER_COUNT];
        int special = 0;
        if (extended) {
            for (int i = 0; i < FILTER_COUNT; i++) {
                filters[i] = array[at + FILTERS + i] & 0xFF;
            }
            int specialFlags = array[at + SPECIAL_FLAGS] & 0xFF;
            if ((specialFlags & (DICTIONARY | LAZY)) != 0) {
                throw new FilterException(
                        "expected a Blosc chunk without dictionary and not lazy, found flags " + specialFlags);
            }
            special = specialFlags >> 4 & 7;
            if (special > MAX_SPECIAL) {
                throw new FilterException("expected a special value of at most " + MAX_SPECIAL + ", found " + special);
            }
        } else if ((flags & SHUFFLED) != 0) {
            filters[0] = SHUFFLE;
        } else if ((flags & BITS_SHUFFLED) != 0) {
            filters[0] = BITSHUFFLE;
        }
        for (int filter : filters) {
            if (filter > TRUNCATE) {
                throw new FilterException("expected Blosc filters of at most " + TRUNCATE + ", found " + filter);
            }
        }
        return new BloscHeader(flags, elementSize, rawLength, blockSize, length, extended, filters, special);
    }

    /** The length of the head. */
    int headLength() {
        return extended ? EXTENDED_LENGTH : LENGTH;
    }

    boolean has(int filter) {
        for (int each : filters) {
            if (each == filter) {
                return true;
            }
        }
        return false;
    }

    boolean stored() {
        return (flags & STORED) != 0;
    }

    /** 0 BloscLZ, 1 LZ4, 2 Snappy, 3 zlib, 4 Zstandard; other codecs exist. */
    int codec() {
        return flags >> CODEC_SHIFT;
    }

    /** The number of streams of a block that is not a shorter last one. Releases without the flag split under these conditions. */
    int streams() {
        boolean split = (flags & NOT_SPLIT) == 0 && (extended || elementSize <= 16 && blockSize / elementSize >= 128);
        return split ? elementSize : 1;
    }
}
