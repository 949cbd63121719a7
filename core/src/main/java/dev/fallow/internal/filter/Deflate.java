package dev.fallow.internal.filter;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import java.util.Arrays;
import java.util.Optional;

/**
 * Filter 1, deflate: the chunk is one zlib stream (RFC 1950). One client data value, the level, 0 to 9; further ones, with
 * which libhdf5 refuses a dataset, mean nothing. Bytes after the end of the stream are ignored, as in libhdf5. Data that does
 * not shrink is stored nevertheless, a little longer.
 */
final class Deflate extends BuiltInFilter {
    private static final int MAX_LEVEL = 9;
    /** A deflate stream expands at most to this many times its length. */
    private static final int MAX_RATIO = 1032;

    Deflate() {
        super(Filters.DEFLATE, "deflate");
    }

    @Override
    public int[] valuesFor(int[] requested, ElementTraits traits) {
        if (requested.length != 1 || requested[0] < 0 || requested[0] > MAX_LEVEL) {
            throw new IllegalArgumentException(expectedLevel(requested));
        }
        return requested;
    }

    private static String expectedLevel(int[] values) {
        return "expected one value, a level of 0 to " + MAX_LEVEL + ", found " + Arrays.toString(values);
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        int room = (int) Math.min(context.limit(), (long) MAX_RATIO * in.length());
        byte[] out = context.array(room);
        int length = context.codec(CodecFormat.ZLIB).decompress(in.array(), in.offset(), in.length(), out, 0, room);
        return new FilterData(out, 0, length);
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException {
        int[] values = context.values();
        if (values.length == 0 || values[0] < 0 || values[0] > MAX_LEVEL) {
            throw new FilterException(expectedLevel(values));
        }
        BlockCodec codec = context.codec(CodecFormat.ZLIB);
        long longest = codec.maxLength(in.length());
        if (longest > context.limit()) {
            return Optional.empty();
        }
        byte[] out = context.array((int) longest);
        int length = codec.compress(in.array(), in.offset(), in.length(), out, 0, values[0]);
        return Optional.of(new FilterData(out, 0, length));
    }
}
