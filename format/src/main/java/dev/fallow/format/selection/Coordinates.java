package dev.fallow.format.selection;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.message.Dataspace;

/** Encodes a list of coordinates of one width, the common part of points and blocks. */
final class Coordinates {
    /** The maximum coordinate that fits into four bytes without being all ones, which means "unlimited". */
    static final long MAX_NARROW = 0xFFFF_FFFEL;

    private Coordinates() {}

    static int decodeRank(FieldReader in) {
        long rank = in.u32();
        if (rank < 1 || rank > Dataspace.MAX_RANK) {
            throw in.fail("expected a rank of 1 to " + Dataspace.MAX_RANK + ", found " + rank, 4);
        }
        return (int) rank;
    }

    static int decodeWidth(FieldReader in) {
        int width = in.u8();
        if (width != 2 && width != 4 && width != 8) {
            throw in.fail("expected coordinates of 2, 4 or 8 bytes, found " + width, 1);
        }
        return width;
    }

    /** Reads {@code items * each} coordinates. Checks that the reader has enough bytes before allocating. */
    static long[] decode(FieldReader in, long items, int each, int width) {
        if (items > in.remaining() / ((long) each * width)) {
            throw in.fail("expected %d items of %d coordinates of %d bytes, found %d bytes"
                    .formatted(items, each, width, in.remaining()));
        }
        long[] coordinates = new long[(int) items * each];
        for (int i = 0; i < coordinates.length; i++) {
            coordinates[i] = in.unsigned(width);
        }
        return coordinates;
    }

    static void encode(FieldWriter out, long[] coordinates, int width) {
        for (long coordinate : coordinates) {
            out.unsigned(coordinate, width);
        }
    }

    static boolean narrow(long[] coordinates) {
        for (long coordinate : coordinates) {
            if (coordinate > MAX_NARROW) {
                return false;
            }
        }
        return true;
    }

    static void require(int rank, long[] coordinates, int each) {
        if (rank < 1 || rank > Dataspace.MAX_RANK || coordinates.length % each != 0) {
            throw new IllegalArgumentException(
                    "selection of rank " + rank + " with " + coordinates.length + " coordinates");
        }
        for (long coordinate : coordinates) {
            if (coordinate < 0) {
                throw new IllegalArgumentException("selection with the coordinate " + coordinate);
            }
        }
    }
}
