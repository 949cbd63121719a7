package dev.fallow.internal.pointer;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.btree.BTreeV2Geometry;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Node;
import java.io.IOException;

/** The addresses in a version 2 B-tree: of its nodes, and in its records. */
final class BTreeV2Pointers {
    private final PointerSource source;
    private final Records records;

    /** Receives records. */
    @FunctionalInterface
    interface Records {
        /**
         * One record.
         *
         * @param part the node
         * @param record positioned at it
         */
        void record(Part part, FieldReader record) throws IOException;
    }

    BTreeV2Pointers(PointerSource source, Records records) {
        this.source = source;
        this.records = records;
    }

    /** Visits the tree with its header at an address. */
    void visit(long address) throws IOException {
        Part part = Part.sealed(address, BTreeV2Header.length(source.sizes()));
        FieldReader in = source.read(part, BTreeV2Header.STRUCTURE);
        BTreeV2Header header = BTreeV2Header.decode(in.at(0));
        long rootAddress = source.pointer(part, in, BTreeV2Header.LAYOUT.field("rootNode"));
        if (rootAddress != Addresses.UNDEFINED) {
            visit(header.geometry(source.sizes()), rootAddress, header.depth(), header.rootRecords());
        }
    }

    private void visit(BTreeV2Geometry geometry, long address, int level, int count) throws IOException {
        Part part = new Part(address, geometry.nodeSize(), geometry.checksumOffset(level, count), false);
        FieldReader in = source.read(part, BTreeV2Node.structure(level));
        for (int i = 0; i < count; i++) {
            records.record(
                    part, in.at(geometry.recordOffset(i)).inner(geometry.recordSize(), "version 2 B-tree record"));
        }
        if (level > 0) {
            for (int i = 0; i <= count; i++) {
                FieldReader pointer = in.at(geometry.pointerOffset(level, count, i));
                long child = source.pointer(part, pointer);
                visit(geometry, child, level - 1, (int) pointer.unsigned(geometry.childCountWidth()));
            }
        }
    }
}
