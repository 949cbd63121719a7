package dev.fallow.filters;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.FilterException;

/**
 * Decodes BloscLZ, the own codec of Blosc: literals and copies, until the input ends.
 *
 * <pre>
 *   control byte c   what follows; of the first only the low five bits count
 *     0 to 31        c + 1 literals
 *    32 to 255       a copy of c / 32 + 2 bytes. If c is 224 or more: bytes to be added to the length, up to the first that is
 *                    not 255. Then the low byte of the distance - 1, of which c % 32 is the high one. If both are all 1
 *                    bits: two bytes, big-endian, to which 8192 is added for the distance
 * </pre>
 */
final class BloscLz implements BlockCodec {
    private static final int FAR = 0x1FFF;

    @Override
    public int decompress(byte[] in, int from, int length, byte[] out, int to, int room) throws FilterException {
        int end = from + length;
        int stop = to + room;
        int at = from;
        int done = to;
        while (at < end) {
            int control = in[at++] & (at - 1 == from ? 31 : 0xFF);
            if (control < 32) {
                int run = control + 1;
                requireInput(run, at, end);
                requireRoom(run, done, stop, room);
                System.arraycopy(in, at, out, done, run);
                at += run;
                done += run;
                continue;
            }
            int run = (control >> 5) + 2;
            if (control >= 224) {
                int more;
                do {
                    requireInput(1, at, end);
                    more = in[at++] & 0xFF;
                    run += more;
                    requireRoom(run, done, stop, room);
                } while (more == 255);
            }
            requireInput(1, at, end);
            int distance = (control & 31) << 8 | in[at++] & 0xFF;
            if (distance == FAR) {
                requireInput(2, at, end);
                distance += (in[at] & 0xFF) << 8 | in[at + 1] & 0xFF;
                at += 2;
            }
            distance++;
            if (distance > done - to) {
                throw new FilterException(
                        "expected a copy from one of the " + (done - to) + " bytes before, found distance " + distance);
            }
            requireRoom(run, done, stop, room);
            for (int copied = done + run; done < copied; done++) {
                out[done] = out[done - distance];
            }
        }
        return done - to;
    }

    private static void requireInput(int bytes, int at, int end) throws FilterException {
        if (bytes > end - at) {
            throw new FilterException("expected " + bytes + " more bytes of BloscLZ, found " + (end - at));
        }
    }

    private static void requireRoom(int run, int done, int stop, int room) throws FilterException {
        if (run > stop - done) {
            throw new FilterException("expected at most " + room + " bytes of BloscLZ, found more");
        }
    }

    @Override
    public long maxLength(int length) {
        throw new UnsupportedOperationException("BloscLZ is only decoded");
    }

    @Override
    public int compress(byte[] in, int from, int length, byte[] out, int to, int level) {
        throw new UnsupportedOperationException("BloscLZ is only decoded");
    }
}
