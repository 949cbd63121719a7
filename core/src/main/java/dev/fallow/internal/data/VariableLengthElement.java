package dev.fallow.internal.data;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.heap.GlobalHeapId;
import java.nio.ByteBuffer;

/**
 * A stored variable-length element: a length (4) and a global heap ID.
 *
 * @param length of the sequence, in elements
 * @param id of the sequence's object; the null ID if there is no sequence
 */
record VariableLengthElement(long length, GlobalHeapId id) {
    /** No sequence. */
    static final VariableLengthElement NONE = new VariableLengthElement(0, GlobalHeapId.NONE);

    private static final String STRUCTURE = "element of variable length";

    static VariableLengthElement get(ByteBuffer in, FieldSizes sizes, int size) {
        FieldReader fields = Fields.reader(in, size, sizes, STRUCTURE);
        return new VariableLengthElement(fields.u32(), GlobalHeapId.decode(fields));
    }

    void put(ByteBuffer out, FieldSizes sizes) {
        FieldWriter fields = new FieldWriter(sizes).u32(length);
        id.encode(fields);
        out.put(fields.toByteArray());
    }
}
