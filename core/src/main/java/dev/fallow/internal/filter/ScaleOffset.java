package dev.fallow.internal.filter;

import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import java.util.Arrays;
import java.util.Optional;

/**
 * Filter 6, scale-offset: the differences to the minimum of the chunk, in as many bits as the largest needs. Of
 * floating-point numbers a number of decimal digits is kept. Client data values: see {@link ScaleOffsetValues}.
 *
 * <pre>
 *   bytes  field
 *     4    bits of a code
 *     1    8, the length of the next field
 *     8    minimum; integers sign-extended, bits of a floating-point number in the low bytes
 *     8    zero
 *    ...   codes, the most significant bit first, without gaps; then at least one bit more. If a code has as many bits as a
 *          number: the numbers, little-endian
 * </pre>
 *
 * With a fill value, the code of all 1 bits means it.
 */
final class ScaleOffset extends BuiltInFilter {
    private static final int HEADER = 21;
    private static final int MINIMUM = 5;

    ScaleOffset() {
        super(Filters.SCALE_OFFSET, "scaleoffset");
    }

    @Override
    public int[] valuesFor(int[] requested, ElementTraits traits) {
        return ScaleOffsetValues.of(requested, traits).stored();
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        ScaleOffsetValues values = ScaleOffsetValues.parse(context.values());
        if (values.leavesAlone()) {
            return in;
        }
        Numbers numbers = values.numbers();
        int length = decodedLength(values.elements(), numbers.size(), context);
        if (in.length() < HEADER) {
            throw new FilterException("expected a header of " + HEADER + " bytes, found " + in.length() + " bytes");
        }
        long bits = Numbers.UINT32.get(in.array(), in.offset());
        int minimumLength = in.array()[in.offset() + 4];
        if (bits > 8 * numbers.size() || minimumLength != Long.BYTES) {
            throw new FilterException("expected codes of at most " + 8 * numbers.size()
                    + " bits and a minimum of 8 bytes, found " + bits + " bits and " + minimumLength + " bytes");
        }
        if (bits * values.elements() > 8L * (in.length() - HEADER)) {
            throw new FilterException("expected " + values.elements() + " codes of " + bits + " bits, found "
                    + (in.length() - HEADER) + " bytes");
        }
        byte[] out = context.array(length);
        int from = in.offset() + HEADER;
        if (bits == 8 * numbers.size()) {
            numbers.littleEndian().copy(in.array(), from, numbers, out, 0, values.elements());
        } else {
            long minimum = Numbers.INT64.get(in.array(), in.offset() + MINIMUM);
            new ScaleOffsetCodes(values, minimum, (int) bits).decode(new BitReader(in, from), out);
        }
        return new FilterData(out, 0, length);
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException {
        ScaleOffsetValues values = ScaleOffsetValues.parse(context.values());
        if (values.leavesAlone()) {
            return Optional.of(in);
        }
        Numbers numbers = values.numbers();
        requireLength(values.elements(), numbers.size(), in.length());
        ScaleOffsetCodes codes = ScaleOffsetCodes.of(values, in);
        boolean raw = codes.bits == 8 * numbers.size();
        long length = HEADER + (raw ? in.length() : (long) values.elements() * codes.bits / 8 + 1);
        if (length > Pipeline.MAX_CHUNK) {
            return Optional.empty();
        }
        byte[] out = context.array((int) length);
        Arrays.fill(out, 0, HEADER, (byte) 0);
        out[(int) length - 1] = 0;
        Numbers.UINT32.put(out, 0, codes.bits);
        out[4] = Long.BYTES;
        Numbers.INT64.put(out, MINIMUM, codes.minimum);
        if (raw) {
            numbers.copy(in.array(), in.offset(), numbers.littleEndian(), out, HEADER, values.elements());
        } else {
            BitWriter writer = new BitWriter(out, HEADER);
            codes.encode(in, writer);
            writer.finish();
        }
        return Optional.of(new FilterData(out, 0, (int) length));
    }

    /**
     * The codes of one chunk. Floating-point numbers are computed in their own precision, as libhdf5 does: a float operation
     * is one of doubles whose result is rounded.
     *
     * @param minimum an integer, or the bits of a floating-point number
     */
    private record ScaleOffsetCodes(ScaleOffsetValues values, Numbers numbers, long minimum, int bits) {
        ScaleOffsetCodes(ScaleOffsetValues values, long minimum, int bits) {
            this(values, values.numbers(), minimum, bits);
        }

        static ScaleOffsetCodes of(ScaleOffsetValues values, FilterData data) {
            ScaleOffsetCodes none =
                    new ScaleOffsetCodes(values, 0, 8 * values.numbers().size());
            return values.floating() ? none.ofFloating(data) : none.ofIntegers(data);
        }

        void decode(BitReader in, byte[] out) {
            long fillCode = fillCode();
            double scale = scale();
            double least = values.floating() ? floating(minimum) : 0;
            int length = values.elements() * numbers.size();
            for (int at = 0; at < length; at += numbers.size()) {
                long code = in.read(bits);
                long number;
                if (code == fillCode && values.fillDefined()) {
                    number = values.fill();
                } else if (values.floating()) {
                    number = bits(rounded(rounded(rounded(code) / scale) + least));
                } else {
                    number = code + minimum;
                }
                numbers.put(out, at, number);
            }
        }

        void encode(FilterData in, BitWriter out) {
            long fillCode = fillCode();
            double scale = scale();
            double tolerance = tolerance();
            double least = values.floating() ? rounded(floating(minimum) * scale) : 0;
            for (int at = in.offset(); at < in.end(); at += numbers.size()) {
                long number = numbers.get(in.array(), at);
                long code;
                if (isFill(number, tolerance)) {
                    code = fillCode;
                } else if (values.floating()) {
                    code = (long) nearest(rounded(rounded(floating(number) * scale) - least));
                } else {
                    code = number - minimum;
                }
                out.write(code, bits);
            }
        }

        private long fillCode() {
            return (1L << bits) - 1;
        }

        private boolean isFill(long number, double tolerance) {
            if (!values.fillDefined()) {
                return false;
            }
            return values.floating()
                    ? Math.abs(rounded(floating(number) - floating(values.fill()))) < tolerance
                    : number == values.fill();
        }

        private ScaleOffsetCodes ofIntegers(FilterData data) {
            boolean any = false;
            long min = 0;
            long max = 0;
            for (int at = data.offset(); at < data.end(); at += numbers.size()) {
                long number = numbers.get(data.array(), at);
                if (!isFill(number, 0)) {
                    min = !any || numbers.less(number, min) ? number : min;
                    max = !any || numbers.less(max, number) ? number : max;
                    any = true;
                }
            }
            if (values.factor() > 0) {
                return new ScaleOffsetCodes(values, min, values.factor());
            }
            int size = 8 * numbers.size();
            long widest = (size == 64 ? 0 : 1L << size) - 3;
            if (Long.compareUnsigned(max - min, widest) > 0) {
                return new ScaleOffsetCodes(values, 0, size);
            }
            return new ScaleOffsetCodes(values, min, bitsFor(max - min));
        }

        private ScaleOffsetCodes ofFloating(FilterData data) {
            double tolerance = tolerance();
            boolean any = false;
            double min = 0;
            double max = 0;
            for (int at = data.offset(); at < data.end(); at += numbers.size()) {
                long number = numbers.get(data.array(), at);
                double value = floating(number);
                if (!Double.isFinite(value)) {
                    return this;
                }
                if (!isFill(number, tolerance)) {
                    min = !any || value < min ? value : min;
                    max = !any || value > max ? value : max;
                    any = true;
                }
            }
            double scale = scale();
            double range = nearest(rounded(rounded(max * scale) - rounded(min * scale)));
            // also not with numbers whose products are infinite
            if (!(range <= Math.scalb(1.0, 8 * numbers.size() - 1))) {
                return this;
            }
            return new ScaleOffsetCodes(values, bits(min), bitsFor((long) range));
        }

        /** The bits that differences up to this need; one more value is for the fill value. */
        private int bitsFor(long range) {
            long highest = values.fillDefined() ? range + 1 : range;
            return Long.SIZE - Long.numberOfLeadingZeros(highest);
        }

        private double floating(long number) {
            return numbers.size() == 4 ? Float.intBitsToFloat((int) number) : Double.longBitsToDouble(number);
        }

        private long bits(double value) {
            return numbers.size() == 4
                    ? Integer.toUnsignedLong(Float.floatToRawIntBits((float) value))
                    : Double.doubleToRawLongBits(value);
        }

        private double rounded(double value) {
            return numbers.size() == 4 ? (float) value : value;
        }

        private double rounded(long value) {
            return numbers.size() == 4 ? (float) value : (double) value;
        }

        /** The factor of floating-point numbers, correctly rounded in their precision. */
        private double scale() {
            String power = "1e" + values.factor();
            return numbers.size() == 4 ? Float.parseFloat(power) : Double.parseDouble(power);
        }

        /** What is less different from the fill value counts as one; a double for floats, too. */
        private double tolerance() {
            return Double.parseDouble("1e" + -values.factor());
        }

        /** The nearest integer, halves away from zero. */
        private static double nearest(double value) {
            double magnitude = Math.abs(value);
            double below = Math.floor(magnitude);
            return Math.copySign(magnitude - below >= 0.5 ? below + 1 : below, value);
        }
    }
}
