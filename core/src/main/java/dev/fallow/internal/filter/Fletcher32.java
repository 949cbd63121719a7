package dev.fallow.internal.filter;

import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Filter 3, fletcher32: a checksum after the data.
 *
 * <pre>
 *   bytes  field
 *    ...   data
 *     4    sum of the sums * 2^16 + sum, of 16-bit big-endian words; the last is padded with a zero byte
 * </pre>
 *
 * The sums are folded in one's complement, so that 0 results only from zeros: a sum that is another multiple of 65,535
 * is 0xFFFF. No client data values.
 */
final class Fletcher32 extends BuiltInFilter {
    private static final int LENGTH = 4;
    /** Bytes after which the sums are folded, so that they fit into longs; a multiple of 8. */
    private static final int RUN = 1 << 20;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    Fletcher32() {
        super(Filters.FLETCHER32, "fletcher32");
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        int length = in.length() - LENGTH;
        if (length < 0) {
            throw new FilterException("expected a checksum of " + LENGTH + " bytes, found " + in.length() + " bytes");
        }
        int stored = (int) INT.get(in.array(), in.offset() + length);
        int computed = sum(in.array(), in.offset(), length);
        // libhdf5 1.6.2 and older swapped the bytes of each half
        if (stored != computed && stored != swapped(computed)) {
            throw new FilterException(
                    String.format("expected the checksum 0x%08X of %d bytes, found 0x%08X", computed, length, stored));
        }
        return new FilterData(in.array(), in.offset(), length);
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException {
        if (in.length() > Pipeline.MAX_CHUNK - LENGTH) {
            return Optional.empty();
        }
        byte[] out = context.array(in.length() + LENGTH);
        System.arraycopy(in.array(), in.offset(), out, 0, in.length());
        INT.set(out, in.length(), sum(in.array(), in.offset(), in.length()));
        return Optional.of(new FilterData(out, 0, in.length() + LENGTH));
    }

    private static int swapped(int sum) {
        return (sum & 0x00FF00FF) << 8 | sum >>> 8 & 0x00FF00FF;
    }

    static int sum(byte[] data, int offset, int length) {
        long sum = 0;
        long sums = 0;
        int at = offset;
        int end = offset + length;
        while (end - at >= 8) {
            int stop = at + Math.min(RUN, (end - at) & ~7);
            for (; at < stop; at += 8) {
                long words = (long) LONG.get(data, at);
                long a = words >>> 48;
                long b = words >>> 32 & 0xFFFF;
                long c = words >>> 16 & 0xFFFF;
                long d = words & 0xFFFF;
                sums += 4 * (sum + a) + 3 * b + 2 * c + d;
                sum += a + b + c + d;
            }
            sum = folded(sum);
            sums = folded(sums);
        }
        for (; at < end; at += 2) {
            int low = at + 1 < end ? data[at + 1] & 0xFF : 0;
            sum += (data[at] & 0xFF) << 8 | low;
            sums += sum;
        }
        return (int) (folded(sums) << 16 | folded(sum));
    }

    /** The sum in 16 bits, with end-around carry. */
    private static long folded(long sum) {
        long folded = sum;
        while (folded > 0xFFFF) {
            folded = (folded & 0xFFFF) + (folded >>> 16);
        }
        return folded;
    }
}
