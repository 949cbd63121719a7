package dev.fallow.internal.filter;

import dev.fallow.filter.FilterData;

/** Encodes the blocks that {@link SzipDecoder} decodes, each in the shortest way. */
final class SzipEncoder {
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
     * @param in samples
     * @param out has {@link #room} bytes
     * @param start of the stream in {@code out}
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

    /** The length of an array for a stream that has to end before this index. */
    static int room(int limit) {
        return limit + ROOM;
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
