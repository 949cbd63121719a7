package dev.fallow.filters;

import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.Filter;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.Arrays;
import java.util.Optional;

/**
 * Filter 32015, Zstandard: the chunk is one frame with its content size. One client data value, the level, which this
 * encoder ignores: it has one level, about 3. So whatever is stored can be written.
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
        int capacity = capacity(in, context.limit());
        byte[] out = context.array(capacity);
        int length = ThreadCodecs.of(context).zstd().decompress(in.array(), in.offset(), in.length(), out, 0, capacity);
        return new FilterData(out, 0, length);
    }

    /** The content size of the frame if it has one; otherwise the limit. */
    private static int capacity(FilterData in, int limit) throws FilterException {
        long size;
        try {
            size = ZstdDecompressor.getDecompressedSize(in.array(), in.offset(), in.length());
        } catch (RuntimeException e) {
            throw new FilterException("invalid Zstandard frame of " + in.length() + " bytes: " + e.getMessage(), e);
        }
        if (size > limit || size < -1) {
            throw new FilterException("expected at most " + limit + " bytes, found " + Long.toUnsignedString(size));
        }
        return size < 0 ? limit : (int) size;
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) {
        BlockCodec codec = ThreadCodecs.of(context).zstd();
        int longest = codec.maxLength(in.length());
        if (longest < 0 || longest > context.limit()) {
            return Optional.empty();
        }
        byte[] out = context.array(longest);
        return Optional.of(new FilterData(out, 0, codec.compress(in.array(), in.offset(), in.length(), out, 0)));
    }
}
