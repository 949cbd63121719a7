package dev.fallow.filters;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.ByteShuffle;
import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.Filter;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import dev.fallow.filter.Filters.BloscCodec;
import dev.fallow.filter.Filters.BloscShuffle;
import dev.fallow.type.Array;
import java.util.Arrays;
import java.util.Optional;

/**
 * Filter 32001, Blosc 1: see {@link BloscDecoder}. Readers find the codec in the chunk; for BloscLZ and LZ4HC this encoder
 * writes LZ4.
 *
 * <pre>
 *   value  client data
 *    0, 1  revision of the filter, version of the format: 2, 2
 *     2    size of an element; 1 if it is more than 255
 *     3    length of a chunk
 *     4    level, 0 to 9
 *     5    shuffle: 0 none, 1 bytes, 2 bits
 *     6    codec: 0 BloscLZ, 1 LZ4, 2 LZ4HC, 3 Snappy, 4 zlib, 5 Zstandard
 * </pre>
 */
public final class BloscFilter implements Filter {
    private static final int VALUES = 7;
    private static final int ELEMENT_SIZE = 2;
    private static final int LEVEL = 4;
    private static final int SHUFFLE = 5;
    private static final int CODEC = 6;

    private static final int MAX_ELEMENT_SIZE = 255;
    private static final int MAX_LEVEL = 9;
    private static final int DEFAULT_LEVEL = 5;

    /** For {@link java.util.ServiceLoader}. */
    public BloscFilter() {}

    @Override
    public int id() {
        return Filters.BLOSC;
    }

    @Override
    public String name() {
        return "blosc";
    }

    /** The user gives values 4 to 6. */
    @Override
    public int[] valuesFor(int[] requested, ElementTraits traits) {
        int size = traits.type() instanceof Array array
                ? (int) Math.min(array.base().size(), Integer.MAX_VALUE)
                : traits.elementSize();
        int[] values = {2, BloscHeader.VERSION_1, size > MAX_ELEMENT_SIZE ? 1 : size, traits.chunkBytes(), 0, 0, 0};
        if (requested.length != VALUES - LEVEL) {
            throw new IllegalArgumentException(
                    "blosc: expected level, shuffle and codec, found " + Arrays.toString(requested));
        }
        System.arraycopy(requested, 0, values, LEVEL, requested.length);
        try {
            check(values);
        } catch (FilterException e) {
            throw new IllegalArgumentException("blosc: " + e.getMessage(), e);
        }
        return values;
    }

    private static void check(int[] values) throws FilterException {
        if (values.length < LEVEL
                || values[ELEMENT_SIZE] < 1
                || at(values, LEVEL, 0) < 0
                || at(values, LEVEL, 0) > MAX_LEVEL
                || at(values, SHUFFLE, 0) < 0
                || at(values, SHUFFLE, 0) >= BloscShuffle.values().length
                || at(values, CODEC, 0) < 0
                || at(values, CODEC, 0) >= BloscCodec.values().length) {
            throw new FilterException(
                    "expected an element size as value 2, a level of 0 to 9 as value 4, a shuffle of 0 to"
                            + " 2 as value 5, a codec of 0 to 5 as value 6, found " + Arrays.toString(values));
        }
    }

    private static int at(int[] values, int index, int otherwise) {
        return values.length > index ? values[index] : otherwise;
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        return BloscDecoder.decode(in, context);
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException {
        int[] values = context.values();
        check(values);
        int level = at(values, LEVEL, DEFAULT_LEVEL);
        if (level == 0 || in.length() <= BloscHeader.LENGTH) {
            return Optional.empty();
        }
        int size = values[ELEMENT_SIZE] > MAX_ELEMENT_SIZE ? 1 : values[ELEMENT_SIZE];
        BloscShuffle shuffle = BloscShuffle.values()[at(values, SHUFFLE, 1)];
        int format = switch (BloscCodec.values()[at(values, CODEC, 0)]) {
            case SNAPPY -> BloscDecoder.SNAPPY;
            case ZLIB -> BloscDecoder.ZLIB;
            case ZSTD -> BloscDecoder.ZSTD;
            default -> BloscDecoder.LZ4;
        };
        return new BloscEncoder(in, context, size, shuffle, format, level).encode();
    }

    /** Encodes a chunk of Blosc 1, in blocks that are not split. */
    private static final class BloscEncoder {
        private static final int TARGET_BLOCK = 1 << 17;
        private static final int MAX_ZSTD_LEVEL = 22;

        private final FilterData in;
        private final int size;
        private final BloscShuffle shuffle;
        private final BlockCodec codec;
        private final int format;
        /** Of the codec. */
        private final int level;

        private final int blockSize;
        private final byte[] out;
        private final byte[] block;
        private final byte[] compressed;
        private final byte[] scratch;

        /**
         * @param in at least one byte
         * @param size of an element, 1 to 255
         * @param format the number of the codec in {@link BloscDecoder}
         * @param level of Blosc
         */
        BloscEncoder(FilterData in, FilterContext context, int size, BloscShuffle shuffle, int format, int level)
                throws FilterException {
            this.in = in;
            this.size = size;
            this.shuffle = shuffle;
            this.format = format;
            this.level = format == BloscDecoder.ZSTD ? zstdLevel(level) : level;
            codec = BloscDecoder.codec(format, context);
            // a multiple of 8 elements: Blosc 1 does not shuffle the bits of other blocks
            int target = TARGET_BLOCK / (8 * size) * (8 * size);
            int whole = in.length() > size ? in.length() / size * size : in.length();
            blockSize = Math.min(target, whole);
            out = context.array(in.length());
            block = context.array(blockSize);
            compressed = context.array((int) codec.maxLength(blockSize));
            scratch = context.array(blockSize);
        }

        /** That of Blosc, whose level 9 is the highest of Zstandard. */
        private static int zstdLevel(int level) {
            return level == MAX_LEVEL ? MAX_ZSTD_LEVEL : 2 * level - 1;
        }

        /** Returns null if the chunk would not be shorter than the data. */
        Optional<FilterData> encode() throws FilterException {
            int blocks = (in.length() - 1) / blockSize + 1;
            long start = BloscHeader.LENGTH + 4L * blocks;
            if (start >= in.length()) {
                return Optional.empty();
            }
            int at = (int) start;
            for (int i = 0; i < blocks; i++) {
                Bytes.putLittleInt(out, BloscHeader.LENGTH + 4 * i, at);
                int done = i * blockSize;
                int length = Math.min(blockSize, in.length() - done);
                at = block(in.offset() + done, length, at);
                if (at < 0) {
                    return Optional.empty();
                }
            }
            int shuffled = shuffle == BloscShuffle.BYTES
                    ? BloscHeader.SHUFFLED
                    : shuffle == BloscShuffle.BITS ? BloscHeader.BITS_SHUFFLED : 0;
            out[0] = BloscHeader.VERSION_1;
            out[1] = 1;
            out[2] = (byte) (shuffled | BloscHeader.NOT_SPLIT | format << BloscHeader.CODEC_SHIFT);
            out[3] = (byte) size;
            Bytes.putLittleInt(out, 4, in.length());
            Bytes.putLittleInt(out, 8, blockSize);
            Bytes.putLittleInt(out, 12, at);
            return Optional.of(new FilterData(out, 0, at));
        }

        /** Returns the index after the block, or -1 if the chunk would not be shorter than the data. */
        private int block(int from, int length, int at) throws FilterException {
            byte[] source = block;
            int sourceAt = 0;
            if (shuffle == BloscShuffle.BYTES) {
                ByteShuffle.shuffle(in.array(), from, block, 0, length, size);
            } else if (shuffle == BloscShuffle.BITS && length % (8 * size) == 0) {
                BitTranspose.shuffle(in.array(), from, block, 0, length / size, size, scratch);
            } else {
                source = in.array();
                sourceAt = from;
            }
            int stored = codec.compress(source, sourceAt, length, compressed, 0, level);
            if (stored < length) {
                source = compressed;
                sourceAt = 0;
            } else {
                stored = length;
            }
            if (at + 4L + stored >= in.length()) {
                return -1;
            }
            Bytes.putLittleInt(out, at, stored);
            System.arraycopy(source, sourceAt, out, at + 4, stored);
            return at + 4 + stored;
        }
    }
}
