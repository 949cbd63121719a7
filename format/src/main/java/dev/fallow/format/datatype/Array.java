package dev.fallow.format.datatype;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Datatype class 10, array. The specification defines it from version 2 on. Early writers, including PyTables, stored
 * it with version 1 and the layout of version 2, which libhdf5 reads.
 *
 * <pre>
 *   no class bits
 *   bytes  property
 *     1    rank, 1 to 32
 *     3    versions 1 and 2: reserved
 *    4*r   sizes of the dimensions
 *    4*r   versions 1 and 2: permutation, unused; libhdf5 numbers the dimensions here
 *    ...   base type
 * </pre>
 *
 * @param version 1 to 5
 * @param dimensions their sizes, each 1 to 2^32-1
 * @param base the type of one element of the array
 */
public record Array(int version, List<Long> dimensions, Datatype base) implements Datatype {
    /** Class number. */
    public static final int CLASS = 10;

    private static final int MAX_RANK = 32;

    /** @throws IllegalArgumentException if the rank is out of range, or the size exceeds 2^32-1 bytes */
    public Array {
        dimensions = List.copyOf(dimensions);
        long size = size(dimensions, base);
        DatatypeHeader.require(version, size);
        if (dimensions.isEmpty() || dimensions.size() > MAX_RANK) {
            throw new IllegalArgumentException("array of version " + version + ", dimensions " + dimensions);
        }
    }

    /** An array type of version 3, or of the base type's version if that is higher. */
    public static Array of(Datatype base, long... dimensions) {
        return new Array(
                Math.max(3, base.version()), Arrays.stream(dimensions).boxed().toList(), base);
    }

    /** The size of an array in bytes; -1 if it exceeds {@link Datatype#MAX_SIZE} or a dimension is not positive. */
    private static long size(List<Long> dimensions, Datatype base) {
        long size = base.size();
        for (long dimension : dimensions) {
            if (dimension < 1 || dimension > MAX_SIZE / size) {
                return -1;
            }
            size *= dimension;
        }
        return size;
    }

    static Array decode(FieldReader in, DatatypeHeader header) {
        int rank = in.u8("rank", MAX_RANK);
        if (rank == 0) {
            throw in.fail("expected an array of rank 1 to " + MAX_RANK + ", found 0", 1);
        }
        if (header.version() <= 2) {
            in.skip(3);
        }
        List<Long> dimensions = new ArrayList<>(rank);
        for (int i = 0; i < rank; i++) {
            dimensions.add(in.u32());
        }
        if (header.version() <= 2) {
            in.skip(4L * rank);
        }
        Datatype base = header.decodeInner(in);
        if (size(dimensions, base) != header.size()) {
            throw in.fail("expected an array of " + header.size() + " bytes, found dimensions " + dimensions
                    + " of elements of " + base.size());
        }
        return new Array(header.version(), dimensions, base);
    }

    @Override
    public void encode(FieldWriter out) {
        DatatypeHeader.encode(out, this, 0);
        out.u8(dimensions.size());
        if (version <= 2) {
            out.zeros(3);
        }
        for (long dimension : dimensions) {
            out.u32(dimension);
        }
        for (int i = 0; version <= 2 && i < dimensions.size(); i++) {
            out.u32(i);
        }
        base.encode(out);
    }

    @Override
    public long size() {
        return size(dimensions, base);
    }

    @Override
    public int classNumber() {
        return CLASS;
    }

    @Override
    public int encodedLength() {
        int rank = dimensions.size();
        return HEADER_LENGTH + 1 + 4 * rank + (version <= 2 ? 3 + 4 * rank : 0) + base.encodedLength();
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
