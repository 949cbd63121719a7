package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;
import java.util.ArrayList;
import java.util.List;

/**
 * Shared object header message table: the indexes of a file's shared messages. O: size of offsets. Their number is in
 * the {@link SharedMessageTable} message of the superblock extension.
 *
 * <pre>
 *   bytes  field
 *     4    signature, "SMTB"
 *   for each index:
 *     1      version, 0
 *     1      index type: 0 list, 1 version 2 B-tree
 *     2      message types in the index: bit i for type i
 *     4      minimum size of a shared message, in bytes
 *     2      maximum number of messages in a list
 *     2      minimum number of messages in a B-tree
 *     2      number of messages
 *     O      address of the list or the B-tree, or undefined
 *     O      address of the fractal heap with the messages, or undefined
 *     4    checksum
 * </pre>
 *
 * @param indexes in storage order
 */
public record SharedMessageIndexes(List<Index> indexes) {
    public static final String STRUCTURE = "shared object header message table";
    public static final Layout LAYOUT = Layout.sealed(
            STRUCTURE,
            "SMTB",
            "[version:1 indexType:1 messageTypes:2 minMessageSize:4 listMax:2 btreeMin:2 messages:2 index:O heap:O]");

    /** One index. */
    public record Index(
            boolean btree,
            int messageTypes,
            long minMessageSize,
            int listMax,
            int btreeMin,
            int count,
            long indexAddress,
            long heapAddress) {
        static int length(FieldSizes sizes) {
            return 14 + 2 * sizes.offsets();
        }

        static Index decode(FieldReader in) {
            in.version(0);
            boolean btree = in.u8("an index type", 1) == 1;
            return new Index(btree, in.u16(), in.u32(), in.u16(), in.u16(), in.u16(), in.offset(), in.offset());
        }

        /** Returns a copy with other content. */
        public Index with(boolean btree, int count, long indexAddress, long heapAddress) {
            return new Index(btree, messageTypes, minMessageSize, listMax, btreeMin, count, indexAddress, heapAddress);
        }

        void encode(FieldWriter out) {
            out.u8(0).u8(btree ? 1 : 0).u16(messageTypes).u32(minMessageSize);
            out.u16(listMax).u16(btreeMin).u16(count).offset(indexAddress).offset(heapAddress);
        }
    }

    /** Copies the list. */
    public SharedMessageIndexes {
        indexes = List.copyOf(indexes);
    }

    /** The length in bytes of a table with {@code indexCount} indexes. */
    public static int length(FieldSizes sizes, int indexCount) {
        return 8 + indexCount * Index.length(sizes);
    }

    /**
     * Reads a table.
     *
     * @param indexCount from the message in the superblock extension
     */
    public static SharedMessageIndexes decode(FieldReader in, int indexCount) {
        FieldReader table = in.inner(length(in.sizes(), indexCount), STRUCTURE);
        int from = table.position();
        table.signature(LAYOUT.signature());
        List<Index> indexes = new ArrayList<>(indexCount);
        for (int i = 0; i < indexCount; i++) {
            indexes.add(Index.decode(table));
        }
        table.checksumFrom(from);
        return new SharedMessageIndexes(indexes);
    }

    /** Writes {@link #length} bytes. */
    public void encode(FieldWriter out) {
        int from = out.position();
        out.text(LAYOUT.signature());
        for (Index index : indexes) {
            index.encode(out);
        }
        out.checksumFrom(from);
    }
}
