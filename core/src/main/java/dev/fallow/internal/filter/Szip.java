package dev.fallow.internal.filter;

import dev.fallow.filter.ByteShuffle;
import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import java.util.Optional;

/**
 * Filter 4, szip: adaptive entropy coding (CCSDS 121.0-B, "AEC"). See {@link SzipValues}, and the decoder for blocks.
 *
 * <pre>
 *   bytes  field
 *     4    raw length, little-endian
 *    ...   the blocks of each scanline, without gaps between bits
 * </pre>
 */
final class Szip extends BuiltInFilter {
    private static final int HEADER = 4;

    Szip() {
        super(Filters.SZIP, "szip");
    }

    @Override
    public int[] valuesFor(int[] requested, ElementTraits traits) {
        return SzipValues.of(requested, traits).stored();
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        SzipValues values = SzipValues.parse(context.values());
        if (in.length() < HEADER) {
            throw new FilterException("expected a header of " + HEADER + " bytes, found " + in.length() + " bytes");
        }
        long length = Numbers.UINT32.get(in.array(), in.offset());
        if (length > context.limit() || length % values.pixelBytes() != 0) {
            throw new FilterException("expected at most " + context.limit() + " bytes of pixels of "
                    + values.pixelBytes() + " bytes, found " + length);
        }
        int bytes = (int) length;
        byte[] samples = context.array(bytes);
        new SzipDecoder(values, new BitReader(in, in.offset() + HEADER), samples, bytes).decode();
        if (!values.planes()) {
            return new FilterData(samples, 0, bytes);
        }
        byte[] out = context.array(bytes);
        ByteShuffle.unshuffle(samples, 0, out, 0, bytes, values.pixelBytes());
        return new FilterData(out, 0, bytes);
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException {
        SzipValues values = SzipValues.parse(context.values());
        int size = values.pixelBytes();
        if (in.length() % size != 0) {
            throw new FilterException("expected pixels of " + size + " bytes, found " + in.length() + " bytes");
        }
        FilterData samples = in;
        if (values.planes()) {
            byte[] planes = context.array(in.length());
            ByteShuffle.shuffle(in.array(), in.offset(), planes, 0, in.length(), size);
            samples = new FilterData(planes, 0, in.length());
        }
        byte[] out = context.array(in.length() + SzipEncoder.ROOM);
        int length = new SzipEncoder(values, samples, out, HEADER, in.length()).encode();
        if (length < 0) {
            return Optional.empty();
        }
        Numbers.UINT32.put(out, 0, in.length());
        return Optional.of(new FilterData(out, 0, length));
    }

    /**
     * Decodes the blocks of szip. A block starts with an id, of 3 bits for samples of up to 8 bits, 4 for up to 16, else 5:
     *
     * <pre>
     *   id         block
     *   0, bit 0   a number of blocks of zeros: n - 1 as zeros and a 1, where n = 5 means all blocks to the end of the
     *              scanline or of its part of 64 blocks, and larger n one block less
     *   0, bit 1   for two values each, a and b: (a + b) (a + b + 1) / 2 + b as zeros and a 1
     *   all ones   the samples
     *   others     the values without their low id - 1 bits, each as zeros and a 1; then those low bits of each
     * </pre>
     *
     * Values are samples, or for differences, the first block of a scanline has after its id (and bit) the first sample,
     * which takes the place of the first value; the other values are differences to the sample before, with signs folded in:
     * 0, -1, 1, -2 and so on, as far as both signs are possible.
     */
    private static final class SzipDecoder {
        /** Blocks of a scanline that a run of zeros does not cross. */
        static final int SEGMENT = 64;
        /** A number of blocks of zeros that means all of the segment. */
        static final int TO_END = 5;
        /** The sum of two values in one code is at most this. */
        static final int MAX_SUM = 12;

        private static final int MAX_PAIR = MAX_SUM * (MAX_SUM + 1) / 2 + MAX_SUM;

        private final SzipValues values;
        private final BitReader in;
        private final byte[] out;
        private final int count;
        private final Numbers samples;
        private final int bits;
        private final long max;
        /** A block of values. */
        private final long[] block;

        /** The index of the next sample in the scanline with its padding. */
        private int position;
        /** The sample before. */
        private long last;

        private int written;

        SzipDecoder(SzipValues values, BitReader in, byte[] out, int bytes) {
            this.values = values;
            this.in = in;
            this.out = out;
            samples = values.samples();
            count = bytes / samples.size();
            bits = values.sampleBits();
            max = (1L << bits) - 1;
            block = new long[values.block()];
        }

        private static int idBits(int sampleBits) {
            return sampleBits <= 8 ? 3 : sampleBits <= 16 ? 4 : 5;
        }

        void decode() throws FilterException {
            int idBits = idBits(bits);
            int raw = (1 << idBits) - 1;
            int blocks = values.blocksOfScanline();
            while (written < count) {
                for (int i = 0; i < blocks && written < count; ) {
                    boolean reference = i == 0 && values.differences();
                    int id = (int) in.read(idBits);
                    if (id == 0 && in.read(1) == 0) {
                        i += zeros(i, blocks, reference);
                    } else {
                        if (id == raw) {
                            raw(reference);
                        } else if (id == 0) {
                            pairs(reference);
                        } else {
                            split(id - 1, reference);
                        }
                        i++;
                    }
                    if (in.overrun()) {
                        throw new FilterException(
                                "the stream is cut off after " + written + " of " + count + " samples");
                    }
                }
                position = 0;
            }
        }

        private void reference(boolean exists) {
            if (exists) {
                sample(in.read(bits));
            }
        }

        /** Returns the number of blocks. */
        private int zeros(int index, int blocks, boolean reference) throws FilterException {
            reference(reference);
            int run = (int) code(Math.max(SEGMENT, blocks)) + 1;
            int left = blocks - index;
            if (run == TO_END) {
                run = Math.min(left, SEGMENT - index % SEGMENT);
            } else if (run > TO_END) {
                run--;
            }
            if (run > left) {
                throw new FilterException("expected at most " + left + " blocks of zeros, found " + run);
            }
            for (int i = reference ? 1 : 0; i < run * block.length; i++) {
                value(0);
            }
            return run;
        }

        private void raw(boolean reference) {
            for (int i = 0; i < block.length; i++) {
                long number = in.read(bits);
                if (values.differences() && (i > 0 || !reference)) {
                    difference(number);
                } else {
                    sample(number);
                }
            }
        }

        private void pairs(boolean reference) throws FilterException {
            reference(reference);
            for (int i = 0; i < block.length; i += 2) {
                int code = (int) code(MAX_PAIR);
                int sum = 0;
                while ((sum + 1) * (sum + 2) / 2 <= code) {
                    sum++;
                }
                int second = code - sum * (sum + 1) / 2;
                if (i > 0 || !reference) {
                    value(sum - second);
                }
                value(second);
            }
        }

        private void split(int low, boolean reference) throws FilterException {
            reference(reference);
            int first = reference ? 1 : 0;
            for (int i = first; i < block.length; i++) {
                block[i] = code((int) Math.min(max >>> low, Integer.MAX_VALUE)) << low;
            }
            for (int i = first; i < block.length; i++) {
                value(block[i] | in.read(low));
            }
        }

        /** The number of 0 bits before a 1. */
        private long code(int most) throws FilterException {
            int zeros = in.zeros(most);
            if (zeros > most) {
                throw new FilterException("expected at most " + most + " zeros before a 1, found more, after " + written
                        + " of " + count + " samples");
            }
            return zeros;
        }

        private void value(long value) throws FilterException {
            if (value > max) {
                throw new FilterException("expected values of at most " + max + ", found " + value);
            }
            if (values.differences()) {
                difference(value);
            } else {
                sample(value);
            }
        }

        private void difference(long value) {
            long possible = Math.min(last, max - last);
            if (value > 2 * possible) {
                sample(last == possible ? value : max - value);
            } else {
                sample(last + ((value & 1) == 0 ? value >>> 1 : -(value + 1 >>> 1)));
            }
        }

        /** Samples that pad the scanline, or come after the last one, are dropped. */
        private void sample(long sample) {
            if (position < values.scanline() && written < count) {
                samples.put(out, written * samples.size(), sample);
                written++;
            }
            position++;
            last = sample;
        }
    }

    /** Encodes the blocks that {@link SzipDecoder} decodes, each in the shortest way. */
    private static final class SzipEncoder {
        /** A block is at most so much longer than its samples, in bytes. */
        private static final int ROOM = 32 * 4 + 64;

        private final SzipValues values;
        private final FilterData in;
        private final Numbers samples;
        private final int count;
        private final int bits;
        private final long max;
        private final int idBits;
        private final int limit;
        private final BitWriter writer;

        /** The samples of a block; of differences only the first of a scanline. */
        private final long[] block;
        /** The scanline of the block starts here, as the index of a sample. */
        private int line;

        private long last;

        /** Blocks of zeros that are not yet written; whether the first has a reference sample, and which. */
        private int zeroBlocks;

        private boolean zeroReference;
        private long reference;

        /**
         * @param out has {@link #ROOM} bytes more than the limit
         * @param limit index in {@code out} where the stream has to have ended
         */
        SzipEncoder(SzipValues values, FilterData in, byte[] out, int start, int limit) {
            this.values = values;
            this.in = in;
            this.limit = limit;
            samples = values.samples();
            count = in.length() / samples.size();
            bits = values.sampleBits();
            max = (1L << bits) - 1;
            idBits = SzipDecoder.idBits(bits);
            block = new long[values.block()];
            writer = new BitWriter(out, start);
        }

        /** Returns the index after the stream, or -1 if it does not end before the limit. */
        int encode() {
            int blocks = values.blocksOfScanline();
            // a scanline that needs padding is always whole
            boolean padded = values.scanline() % values.block() != 0;
            for (line = 0; line < count; line += Math.min(values.scanline(), count - line)) {
                int samplesLeft = Math.min(values.scanline(), count - line);
                int needed = padded ? blocks : (samplesLeft - 1) / values.block() + 1;
                for (int i = 0; i < needed; i++) {
                    boolean hasReference = i == 0 && values.differences();
                    load(i, hasReference);
                    if (isZero(hasReference)) {
                        if (zeroBlocks++ == 0) {
                            zeroReference = hasReference;
                            reference = block[0];
                        }
                        if (i % SzipDecoder.SEGMENT == SzipDecoder.SEGMENT - 1) {
                            zeros(true);
                        }
                    } else {
                        zeros(false);
                        block(hasReference);
                    }
                    if (writer.index() >= limit) {
                        return -1;
                    }
                }
                zeros(needed == blocks);
            }
            int end = writer.finish();
            return end >= limit ? -1 : end;
        }

        /** Loads a block of the scanline. Padding repeats the last sample. */
        private void load(int index, boolean hasReference) {
            for (int i = 0; i < block.length; i++) {
                int column = index * block.length + i;
                long sample = last;
                if (column < values.scanline() && column < count - line) {
                    sample = samples.get(in.array(), in.offset() + (line + column) * samples.size()) & max;
                }
                boolean difference = values.differences() && (i > 0 || !hasReference);
                block[i] = difference ? difference(sample) : sample;
                last = sample;
            }
        }

        /** The difference to the last sample, with its sign folded in. */
        private long difference(long sample) {
            long delta = sample - last;
            long possible = Math.min(last, max - last);
            if (Math.abs(delta) > possible) {
                return possible + Math.abs(delta);
            }
            return delta >= 0 ? 2 * delta : -2 * delta - 1;
        }

        private boolean isZero(boolean hasReference) {
            for (int i = hasReference ? 1 : 0; i < block.length; i++) {
                if (block[i] != 0) {
                    return false;
                }
            }
            return true;
        }

        /** Writes the run of blocks of zeros. */
        private void zeros(boolean toEnd) {
            if (zeroBlocks == 0) {
                return;
            }
            writer.write(0, idBits + 1);
            if (zeroReference) {
                writer.write(reference, bits);
            }
            if (zeroBlocks < SzipDecoder.TO_END) {
                code(zeroBlocks - 1);
            } else {
                code(toEnd ? SzipDecoder.TO_END - 1 : zeroBlocks);
            }
            zeroBlocks = 0;
            zeroReference = false;
        }

        /** Writes a number of zeros, and a 1. */
        private void code(long zeros) {
            long left = zeros;
            for (; left >= 32; left -= 32) {
                writer.write(0, 32);
            }
            writer.write(1, (int) left + 1);
        }

        private void block(boolean hasReference) {
            int first = hasReference ? 1 : 0;
            int raw = (1 << idBits) - 1;
            long best = (long) block.length * bits;
            int low = raw;
            for (int k = 0; k < raw - 1; k++) {
                long cost = (long) (block.length - first) * (k + 1) + (long) first * bits;
                for (int i = first; i < block.length; i++) {
                    cost += block[i] >>> k;
                }
                if (cost < best) {
                    best = cost;
                    low = k;
                }
            }
            if (pairs(first) < best) {
                writer.write(1, idBits + 1);
                writePairs(hasReference);
            } else if (low == raw) {
                writer.write(raw, idBits);
                for (long sample : block) {
                    writer.write(sample, bits);
                }
            } else {
                writer.write(low + 1, idBits);
                if (hasReference) {
                    writer.write(block[0], bits);
                }
                for (int i = first; i < block.length; i++) {
                    code(block[i] >>> low);
                }
                for (int i = first; i < block.length; i++) {
                    writer.write(block[i], low);
                }
            }
        }

        /** The bits of the block in pairs with the additional bit of the id; very many if it has too large values. */
        private long pairs(int first) {
            long cost = 1 + (long) first * bits;
            for (int i = 0; i < block.length; i += 2) {
                long sum = block[i + 1] + (i < first ? 0 : block[i]);
                if (sum > SzipDecoder.MAX_SUM) {
                    return Long.MAX_VALUE;
                }
                cost += sum * (sum + 1) / 2 + block[i + 1] + 1;
            }
            return cost;
        }

        private void writePairs(boolean hasReference) {
            if (hasReference) {
                writer.write(block[0], bits);
            }
            for (int i = 0; i < block.length; i += 2) {
                long sum = block[i + 1] + (i == 0 && hasReference ? 0 : block[i]);
                code(sum * (sum + 1) / 2 + block[i + 1]);
            }
        }
    }
}
