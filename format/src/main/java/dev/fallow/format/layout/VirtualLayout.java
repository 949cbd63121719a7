package dev.fallow.format.layout;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.heap.GlobalHeapId;
import java.util.Objects;

/**
 * Data layout message of a virtual dataset, whose elements are in other datasets. O: size of offsets.
 *
 * <pre>
 *   bytes  field
 *     1    version: 4 or 5
 *     1    layout class, 3
 *     O    address of a global heap collection
 *     4    index of the object with the mappings in it
 * </pre>
 *
 * @param mappings {@linkplain GlobalHeapId#isNone none} if the dataset has no mappings
 */
public record VirtualLayout(int version, GlobalHeapId mappings) implements DataLayout {
    /** The version that libhdf5 writes. */
    public static final int VERSION = 4;

    public VirtualLayout {
        Objects.requireNonNull(mappings);
        if (version < VERSION || version > 5) {
            throw new IllegalArgumentException("version of a virtual layout: expected 4 or 5, found " + version);
        }
    }

    static VirtualLayout decode(FieldReader in, int version) {
        return new VirtualLayout(version, GlobalHeapId.decode(in));
    }

    @Override
    public int layoutClass() {
        return VIRTUAL;
    }

    @Override
    public void encode(FieldWriter out) {
        out.u8(version).u8(VIRTUAL);
        mappings.encode(out);
    }

    @Override
    public int addressAt(FieldSizes sizes) {
        return 2;
    }
}
