package dev.fallow.container;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The content of a fractal heap without its addresses in the file, which must be identical for two libraries after the
 * same operations. Consecutive entries without blocks are split into the rows of direct blocks that libhdf5 creates for
 * them.
 */
final class HeapPicture {
    private static final FieldSizes SIZES = FieldSizes.EIGHT;

    private final byte[] file;
    private final FractalHeapHeader header;
    private final long heap;
    private final DoublingTable table;
    private final List<String> blocks = new ArrayList<>();
    private final TreeMap<Long, String> sections = new TreeMap<>();

    private HeapPicture(byte[] file, FractalHeapHeader header, long heap) {
        this.file = file;
        this.header = header;
        this.heap = heap;
        table = header.table();
        FractalHeapHeader.Root root = header.root();
        if (root.isIndirect()) {
            indirect(root.address(), 0, root.rows());
        } else if (root.address() != Addresses.UNDEFINED) {
            direct(root.address(), 0, table.startBlockSize());
        }
        if (header.freeSpaceAddress() != Addresses.UNDEFINED) {
            sections();
        }
    }

    /** Returns the heap of the file with the most objects; there must be at least one heap. */
    static HeapPicture of(Path path) throws IOException {
        byte[] file = Files.readAllBytes(path);
        HeapPicture largest = null;
        for (int at = 0; at + 4 <= file.length; at++) {
            if (file[at] == 'F' && file[at + 1] == 'R' && file[at + 2] == 'H' && file[at + 3] == 'P') {
                HeapPicture found = whole(file, at);
                if (found != null && (largest == null || found.objects() > largest.objects())) {
                    largest = found;
                }
            }
        }
        if (largest == null) {
            throw new AssertionError("no heap in " + path);
        }
        return largest;
    }

    /** Returns the heap at the offset, or null if it has been deleted. */
    private static HeapPicture whole(byte[] file, int at) {
        try {
            FieldReader in = FieldReader.of(file, at, file.length, SIZES, "test", at);
            return new HeapPicture(file, FractalHeapHeader.decode(in), at);
        } catch (FormatException e) {
            return null;
        }
    }

    private long objects() {
        return header.root().objects() + header.huge().objects() + header.tinyObjects();
    }

    private FieldReader reader(long at, long length) {
        return FieldReader.of(file, (int) at, (int) (at + length), SIZES, "test", at);
    }

    private void indirect(long at, long heapOffset, int rows) {
        blocks.add("indirect " + heapOffset + " rows " + rows);
        IndirectBlock block =
                IndirectBlock.decode(reader(at, IndirectBlock.length(header, SIZES, rows)), header, heap, rows);
        for (int entry = 0; entry < block.children().length; entry++) {
            long child = block.children()[entry];
            long childOffset = heapOffset + table.entryOffset(entry);
            int row = entry / table.width();
            if (child != Addresses.UNDEFINED && table.isDirectRow(row)) {
                direct(child, childOffset, table.blockSize(row));
            } else if (child != Addresses.UNDEFINED) {
                indirect(child, childOffset, table.childRowsOf(row));
            }
        }
    }

    private void direct(long at, long heapOffset, long size) {
        blocks.add("direct " + heapOffset + " size " + size);
        DirectBlock.decode(reader(at, size), header, heap);
    }

    private void sections() {
        long at = header.freeSpaceAddress();
        FreeSpaceHeader manager = FreeSpaceHeader.decode(reader(at, FreeSpaceHeader.length(SIZES)));
        SectionList list = SectionList.decode(reader(manager.listAddress(), manager.listUsedSize()), manager, at);
        for (int i = 0; i < list.count(); i++) {
            if (list.sectionClass(i) == SectionList.HEAP_SINGLE) {
                sections.put(list.address(i), "free " + list.size(i));
            } else {
                byte[] extra = list.extra(i);
                int width = table.offsetWidth();
                int row = (int) LittleEndian.unsigned(extra, width, 2);
                int column = (int) LittleEndian.unsigned(extra, width + 2, 2);
                int count = (int) LittleEndian.unsigned(extra, width + 4, 2);
                rows(LittleEndian.unsigned(extra, 0, width), row * table.width() + column, count);
            }
        }
    }

    private void rows(long blockOffset, int start, int count) {
        for (int entry = start; entry < start + count; entry++) {
            long at = blockOffset + table.entryOffset(entry);
            int row = entry / table.width();
            if (table.isDirectRow(row)) {
                sections.put(at, "no block of " + table.blockSize(row));
            } else {
                rows(at, 0, table.childRowsOf(row) * table.width());
            }
        }
    }

    /** Returns one line for each block, free section and object, and for the allocation iterator. */
    List<String> lines() {
        FractalHeapHeader.Root root = header.root();
        List<String> lines = new ArrayList<>();
        lines.add("managed %d, huge %d of %d bytes, tiny %d of %d bytes"
                .formatted(
                        root.objects(),
                        header.huge().objects(),
                        header.huge().bytes(),
                        header.tinyObjects(),
                        header.tinyBytes()));
        lines.add("managed space " + root.managedSpace() + ", next block at "
                + (root.isIndirect() ? root.iteratorOffset() : 0));
        lines.addAll(blocks);
        for (Map.Entry<Long, String> section : sections.entrySet()) {
            lines.add(section.getKey() + ": " + section.getValue());
        }
        return lines;
    }

    /**
     * Returns the free and allocated bytes. libhdf5 computes them incorrectly after an indirect root block is replaced
     * by a direct block.
     */
    String statistics() {
        return header.managedFreeBytes() + " free, " + header.root().allocatedSpace() + " allocated";
    }

    boolean hasIndirectRoot() {
        return header.root().isIndirect();
    }

    int indirectBlocks() {
        return (int) blocks.stream().filter(line -> line.startsWith("indirect")).count();
    }
}
