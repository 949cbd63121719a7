package dev.fallow.internal.filter;

import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

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
        Inflater inflater = context.kept(Inflating.class, Inflating::new).inflater;
        inflater.reset();
        inflater.setInput(in.array(), in.offset(), in.length());
        // one byte more than the limit: to find streams that are longer, and so that a full array is not taken for the
        // end
        long longest = (long) MAX_RATIO * in.length() + 1;
        int capacity = (int) Math.min(context.limit() + 1L, longest);
        byte[] out = context.array(capacity);
        int length = 0;
        try {
            while (!inflater.finished() && length < capacity) {
                int more = inflater.inflate(out, length, capacity - length);
                if (more == 0 && !inflater.finished()) {
                    throw new FilterException(
                            inflater.needsDictionary()
                                    ? "expected a stream without a preset dictionary"
                                    : "the stream is cut off: " + in.length() + " bytes, of which " + length
                                            + " bytes could be decoded");
                }
                length += more;
            }
        } catch (DataFormatException e) {
            throw new FilterException("invalid stream of " + in.length() + " bytes: " + e.getMessage(), e);
        }
        if (length > context.limit()) {
            throw new FilterException("expected at most " + context.limit() + " bytes, found more");
        }
        if (!inflater.finished()) {
            throw new FilterException("expected the end of the stream after " + length + " bytes, found more");
        }
        return new FilterData(out, 0, length);
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException {
        int[] values = context.values();
        if (values.length == 0 || values[0] < 0 || values[0] > MAX_LEVEL) {
            throw new FilterException(expectedLevel(values));
        }
        Deflater deflater = context.kept(Deflating.class, Deflating::new).deflater;
        deflater.reset();
        deflater.setLevel(values[0]);
        deflater.setInput(in.array(), in.offset(), in.length());
        deflater.finish();
        // data that cannot be shrunk needs 5 bytes for each stored block, of at least 4 KiB
        long longest = in.length() + (in.length() >>> 9) + 64L;
        byte[] out = context.array((int) Math.min(longest, Pipeline.MAX_CHUNK));
        int length = 0;
        while (!deflater.finished() && length < out.length) {
            length += deflater.deflate(out, length, out.length - length);
        }
        return deflater.finished() ? Optional.of(new FilterData(out, 0, length)) : Optional.empty();
    }

    private static final class Inflating implements AutoCloseable {
        private final Inflater inflater = new Inflater();

        @Override
        public void close() {
            inflater.end();
        }
    }

    private static final class Deflating implements AutoCloseable {
        private final Deflater deflater = new Deflater();

        @Override
        public void close() {
            deflater.end();
        }
    }
}
