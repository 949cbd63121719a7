package dev.fallow.filters;

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
    public FilterData encode(FilterData in, FilterContext context) throws FilterException {
        int[] values = context.values();
        check(values);
        int level = at(values, LEVEL, DEFAULT_LEVEL);
        if (level == 0 || in.length() <= BloscHeader.LENGTH) {
            return null;
        }
        int size = values[ELEMENT_SIZE] > MAX_ELEMENT_SIZE ? 1 : values[ELEMENT_SIZE];
        BloscShuffle shuffle = BloscShuffle.values()[at(values, SHUFFLE, 1)];
        ThreadCodecs codecs = ThreadCodecs.of(context);
        codecs.zlib().level(level);
        switch (BloscCodec.values()[at(values, CODEC, 0)]) {
            case SNAPPY:
                return new BloscEncoder(in, context, size, shuffle, codecs.snappy(), 2).encode();
            case ZLIB:
                return new BloscEncoder(in, context, size, shuffle, codecs.zlib(), 3).encode();
            case ZSTD:
                return new BloscEncoder(in, context, size, shuffle, codecs.zstd(), 4).encode();
            default:
                return new BloscEncoder(in, context, size, shuffle, codecs.lz4(), 1).encode();
        }
    }
}
