package dev.fallow.format.selection;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import java.util.Arrays;

/**
 * A selection of single elements, whose order is significant.
 *
 * <pre>
 *   version 1                               version 2
 *   bytes  field                            bytes  field
 *     4    reserved                           1    width of a coordinate, w: 2, 4 or 8
 *     4    length of the rest             4    rank, r
 *     4    rank, r                            w    number of points
 *     4    number of points                  w*r   for each point: coordinates
 *    4*r   for each point: coordinates
 * </pre>
 *
 * @param rank 1 to 32
 * @param coordinates {@code rank} coordinates for each point; not copied
 */
public record Points(int rank, long[] coordinates) implements Selection {
    /** @throws IllegalArgumentException if a point has not {@code rank} coordinates, or a coordinate is negative */
    public Points {
        Coordinates.require(rank, coordinates, rank);
    }

    static Points of(long[]... points) {
        int rank = points.length == 0 ? 1 : points[0].length;
        long[] all = new long[points.length * rank];
        for (int i = 0; i < points.length; i++) {
            if (points[i].length != rank) {
                throw new IllegalArgumentException("points of " + rank + " and " + points[i].length + " coordinates");
            }
            System.arraycopy(points[i], 0, all, i * rank, rank);
        }
        return new Points(rank, all);
    }

    /** The number of points. */
    public int count() {
        return coordinates.length / rank;
    }

    static Points decode(FieldReader in, int version) {
        if (version == 1) {
            in.skip(8);
            int rank = Coordinates.decodeRank(in);
            return new Points(rank, Coordinates.decode(in, in.u32(), rank, 4));
        }
        int width = Coordinates.decodeWidth(in);
        int rank = Coordinates.decodeRank(in);
        return new Points(rank, Coordinates.decode(in, in.unsigned(width), rank, width));
    }

    @Override
    public void encode(FieldWriter out) {
        boolean narrow = Coordinates.narrow(coordinates);
        out.u32(1).u32(narrow ? 1 : 2);
        if (narrow) {
            out.zeros(4).u32(8 + 4L * coordinates.length).u32(rank).u32(count());
        } else {
            out.u8(8).u32(rank).i64(count());
        }
        Coordinates.encode(out, coordinates, narrow ? 4 : 8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Points that && rank == that.rank && Arrays.equals(coordinates, that.coordinates);
    }

    @Override
    public int hashCode() {
        return 31 * rank + Arrays.hashCode(coordinates);
    }

    @Override
    public String toString() {
        return "Points[rank=" + rank + ", " + Arrays.toString(coordinates) + "]";
    }
}
