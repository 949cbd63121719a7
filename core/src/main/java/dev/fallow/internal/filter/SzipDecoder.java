package dev.fallow.internal.filter;

import dev.fallow.filter.FilterException;

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
final class SzipDecoder {
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

    static int idBits(int sampleBits) {
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
                    throw new FilterException("the stream is cut off after " + written + " of " + count + " samples");
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
