package dev.fallow.internal.filter;

import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import java.util.Arrays;
import java.util.Optional;

/**
 * Filter 32000, LZF, of h5py. A stream is a sequence of literals and copies, without head or end:
 *
 * <pre>
 *   control byte c   what follows
 *     0 to 31        c + 1 literals
 *    32 to 223       a copy of c / 32 + 2 bytes
 *   224 to 255       a copy; one byte, the length - 9
 *                    of a copy: one byte; (c % 32) * 256 + it is the distance - 1
 * </pre>
 *
 * Client data values: 4, the revision of the filter; 0x105, that of the library; the length of a chunk.
 */
final class Lzf extends BuiltInFilter {
    private static final int FILTER_REVISION = 4;
    private static final int LIBRARY_REVISION = 0x105;

    private static final int MAX_LITERALS = 32;
    private static final int MIN_COPY = 3;
    private static final int MAX_COPY = 264;
    private static final int MAX_DISTANCE = 8192;
    /** A copy of 264 bytes takes 3. */
    private static final int MAX_RATIO = 88;

    Lzf() {
        super(Filters.LZF, "lzf");
    }

    @Override
    public int[] valuesFor(int[] requested, ElementTraits traits) {
        return new int[] {FILTER_REVISION, LIBRARY_REVISION, traits.chunkBytes()};
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        byte[] from = in.array();
        int at = in.offset();
        int end = in.end();
        int limit = (int) Math.min(context.limit(), (long) MAX_RATIO * in.length());
        byte[] out = context.array(limit);
        int length = 0;
        while (at < end) {
            int control = from[at++] & 0xFF;
            if (control < MAX_LITERALS) {
                int run = control + 1;
                requireInput(run, at, end, in);
                requireRoom(run, length, context);
                System.arraycopy(from, at, out, length, run);
                at += run;
                length += run;
                continue;
            }
            int run = (control >> 5) + 2;
            requireInput(run == 9 ? 2 : 1, at, end, in);
            if (run == 9) {
                run += from[at++] & 0xFF;
            }
            int distance = ((control & 31) << 8 | from[at++] & 0xFF) + 1;
            if (distance > length) {
                throw new FilterException("expected a copy from one of the " + length + " bytes before, found distance "
                        + distance + " at byte " + (at - 1 - in.offset()));
            }
            requireRoom(run, length, context);
            copy(out, length, distance, run);
            length += run;
        }
        return new FilterData(out, 0, length);
    }

    /** Copies bytes of which some may have been copied just before. */
    private static void copy(byte[] out, int to, int distance, int run) {
        if (distance >= run) {
            System.arraycopy(out, to - distance, out, to, run);
            return;
        }
        for (int i = to; i < to + run; i++) {
            out[i] = out[i - distance];
        }
    }

    private static void requireInput(int bytes, int at, int end, FilterData in) throws FilterException {
        if (bytes > end - at) {
            throw new FilterException("the stream of " + in.length() + " bytes is cut off: expected " + bytes
                    + " more bytes, found " + (end - at));
        }
    }

    private static void requireRoom(int run, int length, FilterContext context) throws FilterException {
        if (run > context.limit() - length) {
            throw new FilterException("expected at most " + context.limit() + " bytes, found more");
        }
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) {
        if (in.length() <= MIN_COPY) {
            return Optional.empty();
        }
        byte[] out = context.array(in.length());
        int length = context.kept(Matches.class, Matches::new).compress(in, out);
        return length < 0 ? Optional.empty() : Optional.of(new FilterData(out, 0, length));
    }

    /** The compressor: the last position of each hash of three bytes. */
    private static final class Matches {
        private static final int BITS = 14;

        private final int[] last = new int[1 << BITS];
        private byte[] out;
        private int length;

        /** Returns the length, or -1 if it would not be less than that of the data. */
        int compress(FilterData in, byte[] to) {
            out = to;
            length = 0;
            Arrays.fill(last, -1);
            byte[] data = in.array();
            int end = in.end();
            int literals = in.offset();
            int at = literals;
            while (at + MIN_COPY <= end) {
                int hash = hash(data, at);
                int match = last[hash];
                last[hash] = at;
                int run = match < 0 || at - match > MAX_DISTANCE ? 0 : common(data, match, at, end);
                if (run < MIN_COPY) {
                    at++;
                    continue;
                }
                if (!literals(data, literals, at, in.length()) || !copy(run, at - match, in.length())) {
                    return -1;
                }
                int stop = Math.min(at + run, end - MIN_COPY + 1);
                for (int i = at + 1; i < stop; i++) {
                    last[hash(data, i)] = i;
                }
                at += run;
                literals = at;
            }
            return literals(data, literals, end, in.length()) ? length : -1;
        }

        private static int hash(byte[] data, int at) {
            int bytes = (data[at] & 0xFF) << 16 | (data[at + 1] & 0xFF) << 8 | data[at + 2] & 0xFF;
            return bytes * 0x9E3779B1 >>> 32 - BITS;
        }

        private static int common(byte[] data, int match, int at, int end) {
            int most = Math.min(MAX_COPY, end - at);
            int found = Arrays.mismatch(data, match, match + most, data, at, at + most);
            return found < 0 ? most : found;
        }

        private boolean literals(byte[] data, int from, int to, int limit) {
            for (int at = from; at < to; at += MAX_LITERALS) {
                int run = Math.min(MAX_LITERALS, to - at);
                if (length + 1 + run >= limit) {
                    return false;
                }
                out[length++] = (byte) (run - 1);
                System.arraycopy(data, at, out, length, run);
                length += run;
            }
            return true;
        }

        private boolean copy(int run, int distance, int limit) {
            if (length + 3 >= limit) {
                return false;
            }
            int back = distance - 1;
            if (run < 9) {
                out[length++] = (byte) (run - 2 << 5 | back >> 8);
            } else {
                out[length++] = (byte) (7 << 5 | back >> 8);
                out[length++] = (byte) (run - 9);
            }
            out[length++] = (byte) back;
            return true;
        }
    }
}
