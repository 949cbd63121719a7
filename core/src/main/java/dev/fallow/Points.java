package dev.fallow;

import dev.fallow.format.message.Dataspace;
import java.util.Arrays;

/**
 * A selection of single elements, whose order is significant.
 *
 * @param rank 1 to 32
 * @param coordinates {@code rank} coordinates for each point; not copied
 */
public record Points(int rank, long[] coordinates) implements Selection {
    /** @throws IllegalArgumentException if a point has not {@code rank} coordinates, or a coordinate is negative */
    public Points {
        require(rank, coordinates, rank);
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

    /** The number of points. */
    public int count() {
        return coordinates.length / rank;
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
