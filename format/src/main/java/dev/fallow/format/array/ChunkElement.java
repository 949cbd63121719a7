package dev.fallow.format.array;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import java.util.function.Consumer;

/**
 * An element of a fixed or extensible array: the location of one chunk. O: size of offsets.
 *
 * <pre>
 *   bytes  field
 *     O    address of the chunk, or undefined
 *     n    client 1: length of the chunk in the file
 *     4    client 1: filter mask
 * </pre>
 *
 * @param size length in the file in bytes; 0 for client 0, where the layout message determines the length of all chunks
 */
public record ChunkElement(long address, long size) {
    /** Client number of chunks without filters. */
    public static final int PLAIN = 0;
    /** Client number of chunks with filters. */
    public static final int FILTERED = 1;

    /** Reads an element of {@code elementSize} bytes. */
    static ChunkElement decode(FieldReader in, int client, int elementSize) {
        long address = in.offset();
        if (client == PLAIN) {
            return new ChunkElement(address, 0);
        }
        long size = in.unsigned(elementSize - in.sizes().offsets() - 4);
        in.skip(4);
        return new ChunkElement(address, size);
    }

    /** Reads {@code count} elements. */
    static void decodeAll(FieldReader in, int client, int elementSize, long count, Consumer<ChunkElement> action) {
        for (long i = 0; i < count; i++) {
            action.accept(decode(in, client, elementSize));
        }
    }

    /** Writes elements of chunks that are not allocated: undefined addresses, and 0 in the other fields. */
    static void encodeMissing(FieldWriter out, int elementSize, long count) {
        for (long i = 0; i < count; i++) {
            out.offset(Addresses.UNDEFINED).zeros(elementSize - out.sizes().offsets());
        }
    }

    /** Checks the element size in a header. */
    static void requireSize(FieldReader in, int client, int size) {
        int offsets = in.sizes().offsets();
        boolean fits = client == PLAIN ? size == offsets : size > offsets + 4 && size <= offsets + 12;
        if (!fits) {
            throw in.fail("expected elements of %s bytes, found %d"
                    .formatted(client == PLAIN ? offsets : offsets + 5 + " to " + (offsets + 12), size));
        }
    }
}
