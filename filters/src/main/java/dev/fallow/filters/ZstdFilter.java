package dev.fallow.filters;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.Filter;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import java.util.Arrays;
import java.util.Optional;

/**
 * Filter 32015, Zstandard: the chunk is one frame with its content size. One client data value, the level. Aircompressor has one level,
 * about 3, so whatever is stored can be written; native code honours levels, of which those beyond 22 count as 22.
 */
public final class ZstdFilter implements Filter {
    private static final int DEFAULT_LEVEL = 3;
    private static final int MAX_LEVEL = 22;

    /** For {@link java.util.ServiceLoader}. */
    public ZstdFilter() {}

    @Override
    public int id() {
        return Filters.ZSTD;
    }

    @Override
    public String name() {
        return "zstd";
    }

    @Override
    public int[] valuesFor(int[] requested, ElementTraits traits) {
        if (requested.length > 1 || requested.length == 1 && Math.abs((long) requested[0]) > MAX_LEVEL) {
            throw new IllegalArgumentException("zstd: expected one value, a level of at most " + MAX_LEVEL + ", found "
                    + Arrays.toString(requested));
        }
        return requested.length == 0 ? new int[] {DEFAULT_LEVEL} : requested;
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        int room = room(in, context.limit());
        byte[] out = context.array(room);
        int length = context.codec(CodecFormat.ZSTD).decompress(in.array(), in.offset(), in.length(), out, 0, room);
        return new FilterData(out, 0, length);
    }

    /** The content size of the frame if it has one; otherwise the limit. */
    private static int room(FilterData in, int limit) throws FilterException {
        long size = ZstdFrame.contentSize(in);
        if (size > limit || size < -1) {
            throw new FilterException("expected at most " + limit + " bytes, found " + Long.toUnsignedString(size));
        }
        return size < 0 ? limit : (int) size;
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException {
        int[] values = context.values();
        BlockCodec codec = context.codec(CodecFormat.ZSTD);
        long longest = codec.maxLength(in.length());
        if (longest > context.limit()) {
            return Optional.empty();
        }
        byte[] out = context.array((int) longest);
        int level = values.length == 0 ? DEFAULT_LEVEL : Math.max(-MAX_LEVEL, Math.min(values[0], MAX_LEVEL));
        return Optional.of(new FilterData(out, 0, codec.compress(in.array(), in.offset(), in.length(), out, 0, level)));
    }
}
