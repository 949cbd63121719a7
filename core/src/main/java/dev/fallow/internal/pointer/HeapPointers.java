package dev.fallow.internal.pointer;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.Layout;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.FractalHeapId;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The addresses in the blocks of a fractal heap, and the places of its objects. */
final class HeapPointers {
    private static final String OBJECT = "fractal heap object";

    private final PointerSource source;
    private final FieldSizes sizes;
    private final FractalHeapHeader heap;
    /** The direct blocks, by their offset in the heap. */
    private final TreeMap<Long, Part> blocks = new TreeMap<>();
    /** The huge objects, by their IDs. */
    private final Map<Long, Part> huge = new HashMap<>();

    /** Receives the place of an object. */
    @FunctionalInterface
    interface ObjectVisitor {
        /** @param object its bytes */
        void object(Part part, FieldReader object) throws IOException;
    }

    /** Reports the addresses in the blocks of a heap. */
    HeapPointers(PointerSource source, long address) throws IOException {
        this.source = source;
        sizes = source.sizes();
        Part part = Part.sealed(address, FractalHeapHeader.length(sizes));
        FieldReader in = source.read(part, FractalHeapHeader.STRUCTURE);
        heap = FractalHeapHeader.decode(in.at(0));
        if (heap.filtered() || heap.hugeIdsAreDirect(sizes)) {
            throw new UnsupportedFeatureException("%s at address %d: a heap with filters or long IDs cannot be moved"
                    .formatted(FractalHeapHeader.STRUCTURE, address));
        }
        Layout layout = FractalHeapHeader.LAYOUT;
        long tree = source.pointer(part, in, layout.field("hugeBTree"));
        long freeSpace = source.pointer(part, in, layout.field("freeSpaceManager"));
        long root = source.pointer(part, in, layout.field("rootBlock"));
        if (tree != Addresses.UNDEFINED) {
            new BTreeV2Pointers(source, this::hugeObject).visit(tree);
        }
        if (freeSpace != Addresses.UNDEFINED) {
            freeSpace(freeSpace);
        }
        if (root != Addresses.UNDEFINED) {
            if (heap.root().isIndirect()) {
                indirect(root, heap.root().rows());
            } else {
                direct(root, heap.table().startBlockSize());
            }
        }
    }

    private void hugeObject(Part part, FieldReader record) {
        long address = source.pointer(part, record);
        long length = record.length();
        huge.put(record.length(), Part.plain(address, length));
    }

    private void freeSpace(long address) throws IOException {
        Part part = Part.sealed(address, FreeSpaceHeader.length(sizes));
        FieldReader in = source.read(part, FreeSpaceHeader.STRUCTURE);
        FreeSpaceHeader header = FreeSpaceHeader.decode(in.at(0));
        long list = source.pointer(part, in, FreeSpaceHeader.LAYOUT.field("list"));
        if (list != Addresses.UNDEFINED) {
            Part sections = Part.sealed(list, header.listUsedSize());
            FieldReader start = source.read(sections, SectionList.STRUCTURE);
            source.pointer(sections, start, SectionList.LAYOUT.field("header"));
        }
    }

    private void indirect(long address, int rows) throws IOException {
        Part part = Part.sealed(address, IndirectBlock.length(heap, sizes, rows));
        FieldReader in = source.read(part, IndirectBlock.STRUCTURE);
        source.pointer(part, in, IndirectBlock.LAYOUT.field("heapHeader"));
        FieldReader entries = in.at(IndirectBlock.entriesOffset(heap, sizes));
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < heap.table().width(); column++) {
                long child = source.pointer(part, entries);
                if (child == Addresses.UNDEFINED) {
                    continue;
                } else if (heap.table().isDirectRow(row)) {
                    direct(child, heap.table().blockSize(row));
                } else {
                    indirect(child, heap.table().childRowsOf(row));
                }
            }
        }
    }

    private void direct(long address, long size) throws IOException {
        int checksumAt = heap.checksummed() ? DirectBlock.checksumOffset(heap, sizes) : -1;
        Part part = new Part(address, Math.toIntExact(size), checksumAt, true);
        Part prefix = Part.plain(address, DirectBlock.checksumOffset(heap, sizes));
        FieldReader in = source.read(prefix, DirectBlock.STRUCTURE);
        FieldReader back = in.at(DirectBlock.LAYOUT.field("heapHeader").at(sizes));
        source.pointer(part, back);
        blocks.put(back.unsigned(heap.offsetWidth()), part);
    }

    /**
     * Visits an object, unless it is in the ID itself: no link or attribute is that short.
     *
     * @param id the reader of an ID
     */
    void object(FieldReader id, ObjectVisitor visitor) throws IOException {
        FractalHeapId decoded = FractalHeapId.decode(id.at(0), heap);
        if (decoded instanceof FractalHeapId.HugeIndirect indirect) {
            Part place = huge.get(indirect.id());
            if (place == null) {
                throw id.fail("expected the ID of a huge object, found none");
            }
            visitor.object(place, source.read(place, OBJECT));
        } else if (decoded instanceof FractalHeapId.Managed managed) {
            Map.Entry<Long, Part> block = blocks.floorEntry(managed.offset());
            long before = block == null ? 0 : managed.offset() - block.getKey();
            if (block == null || before + managed.length() > block.getValue().length()) {
                throw new FormatException(OBJECT, -1, "heap offset %d is in no block".formatted(managed.offset()));
            }
            Part place = Part.plain(block.getValue().address() + before, managed.length());
            visitor.object(block.getValue(), source.read(place, OBJECT));
        }
    }
}
