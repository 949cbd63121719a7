package dev.fallow.internal.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.FractalHeapId;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads a heap from the file with the codecs alone, and checks blocks, objects, statistics, and the sections that
 * libhdf5 derives from the section list, row by row.
 */
final class HeapAudit {
    private static final FieldSizes SIZES = FieldSizes.EIGHT;

    private final Storage file;
    private final long address;
    private final String where;
    final FractalHeapHeader header;
    private final DoublingTable table;
    private final int overhead;
    /** The images of direct blocks, by heap offset. */
    private final TreeMap<Long, byte[]> blocks = new TreeMap<>();
    /** The number of bytes of the file that belong to the heap. */
    long fileBytes;

    int indirectBlocks;
    /** The sizes of entries before the iterator without a block, by heap offset. */
    private final TreeMap<Long, Long> missing = new TreeMap<>();

    private long sectionBytes;
    private long sections;
    private long records;
    /** Free bytes in blocks, and entries in runs, as sections of the heap. */
    private final TreeMap<Long, Long> free = new TreeMap<>();

    HeapAudit(Storage file, long address, String where) throws IOException {
        this.file = file;
        this.address = address;
        this.where = where;
        header = FractalHeapHeader.decode(bytes(address, FractalHeapHeader.length(SIZES)));
        table = header.table();
        overhead = DirectBlock.overhead(header, SIZES);
        fileBytes = FractalHeapHeader.length(SIZES);
        readBlocks();
        readSections();
    }

    private FieldReader bytes(long at, long length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) length);
        file.read(at, buffer);
        return FieldReader.of(buffer.array(), SIZES, "test", at);
    }

    private void readBlocks() throws IOException {
        FractalHeapHeader.Root root = header.root();
        if (root.isIndirect()) {
            readIndirect(root.address(), 0, root.rows());
            missing.tailMap(lastEnd(), true).clear();
        } else if (root.address() != Addresses.UNDEFINED) {
            readDirect(root.address(), 0, table.startBlockSize());
        }
    }

    long lastEnd() {
        return blocks.isEmpty() ? 0 : blocks.lastKey() + blocks.lastEntry().getValue().length;
    }

    private void readIndirect(long at, long heapOffset, int rows) throws IOException {
        int length = IndirectBlock.length(header, SIZES, rows);
        fileBytes += length;
        indirectBlocks++;
        IndirectBlock block = IndirectBlock.decode(bytes(at, length), header, address, rows);
        assertThat(block.blockOffset()).as(where).isEqualTo(heapOffset);
        assertThat(Arrays.stream(block.children()).anyMatch(child -> child != Addresses.UNDEFINED))
                .as("%s: children of the indirect block at heap offset %d", where, heapOffset)
                .isTrue();
        for (int entry = 0; entry < block.children().length; entry++) {
            long child = block.children()[entry];
            long childOffset = heapOffset + table.entryOffset(entry);
            int row = entry / table.width();
            if (!table.isDirectRow(row)) {
                if (child == Addresses.UNDEFINED) {
                    missing.put(childOffset, table.blockSize(row));
                } else {
                    readIndirect(child, childOffset, table.childRowsOf(row));
                }
            } else if (child == Addresses.UNDEFINED) {
                missing.put(childOffset, table.blockSize(row));
            } else {
                readDirect(child, childOffset, table.blockSize(row));
            }
        }
    }

    private void readDirect(long at, long heapOffset, long size) throws IOException {
        fileBytes += size;
        FieldReader in = bytes(at, size);
        assertThat(DirectBlock.decode(in, header, address)).as(where).isEqualTo(heapOffset);
        blocks.put(heapOffset, bytes(at, size).bytes(size));
    }

    private void readSections() throws IOException {
        if (header.freeSpaceAddress() == Addresses.UNDEFINED) {
            return;
        }
        int length = FreeSpaceHeader.length(SIZES);
        FreeSpaceHeader manager = FreeSpaceHeader.decode(bytes(header.freeSpaceAddress(), length));
        fileBytes += length + manager.listAllocatedSize();
        assertThat(manager.listUsedSize()).as(where).isEqualTo(manager.listAllocatedSize());
        assertThat(manager.classes()).as(where).isEqualTo(4);
        assertThat(manager.maxSectionSize()).as(where).isEqualTo(table.maxDirectBlockSize());
        SectionList list = SectionList.decode(
                bytes(manager.listAddress(), manager.listUsedSize()), manager, header.freeSpaceAddress());
        assertThat(list.count()).as(where).isPositive();
        for (int i = 0; i < list.count(); i++) {
            records++;
            if (list.sectionClass(i) == SectionList.HEAP_SINGLE) {
                add(list.address(i), list.size(i));
                sections++;
                sectionBytes += list.size(i);
            } else {
                ByteBuffer extra = ByteBuffer.wrap(list.extra(i)).order(java.nio.ByteOrder.LITTLE_ENDIAN);
                long blockOffset = 0;
                for (int b = 0; b < table.offsetWidth(); b++) {
                    blockOffset |= (extra.get() & 0xFFL) << 8 * b;
                }
                int start = (extra.getShort() & 0xFFFF) * table.width() + (extra.getShort() & 0xFFFF);
                int count = extra.getShort() & 0xFFFF;
                assertThat(blockOffset + table.entryOffset(start)).as(where).isEqualTo(list.address(i));
                int firstRow = table.isDirectRow(start / table.width()) ? start / table.width() : 0;
                assertThat(list.size(i)).as(where).isEqualTo(table.blockSize(firstRow) - overhead);
                expand(blockOffset, start, count);
            }
        }
        assertThat(manager.totalSpace()).as(where).isEqualTo(sectionBytes);
        assertThat(manager.totalSections()).as(where).isEqualTo(sections);
        assertThat(manager.serializedSections()).as(where).isEqualTo(records);
        assertThat(manager.ghostSections()).as(where).isEqualTo(sections - records);
    }

    private void add(long at, long size) {
        Map.Entry<Long, Long> before = free.lowerEntry(at + size);
        assertThat(before == null || before.getKey() + before.getValue() <= at)
                .as("%s: free space at heap offset %d overlaps %s", where, at, before)
                .isTrue();
        free.put(at, size);
    }

    /**
     * Expands runs as in libhdf5: a section for each row of direct blocks, recursively in each child indirect block.
     */
    private void expand(long blockOffset, int start, int count) {
        int lastRow = -1;
        for (int entry = start; entry < start + count; entry++) {
            int row = entry / table.width();
            long at = blockOffset + table.entryOffset(entry);
            if (!table.isDirectRow(row)) {
                expand(at, 0, table.childRowsOf(row) * table.width());
                continue;
            }
            add(at, table.blockSize(row));
            if (row != lastRow) {
                sections++;
                sectionBytes += table.blockSize(row) - overhead;
                lastRow = row;
            }
        }
    }

    private long usable(int rows) {
        long sum = 0;
        for (int row = 0; row < rows; row++) {
            long each = table.isDirectRow(row) ? table.blockSize(row) - overhead : usable(table.childRowsOf(row));
            sum += table.width() * each;
        }
        return sum;
    }

    int directBlocks() {
        return blocks.size();
    }

    int records() {
        return (int) records;
    }

    /** Adds other bytes of the heap in the file: those of the B-tree of huge objects. */
    void addHugeTree() throws IOException {
        if (header.huge().btreeAddress() == Addresses.UNDEFINED) {
            return;
        }
        BTreeV2Header tree = BTreeV2Header.decode(bytes(header.huge().btreeAddress(), BTreeV2Header.length(SIZES)));
        assertThat(tree.totalRecords()).as(where).isEqualTo(header.huge().objects());
        assertThat(tree.depth()).as("%s: the test counts one node", where).isZero();
        fileBytes += BTreeV2Header.length(SIZES) + tree.nodeSize();
    }

    /**
     * Compares the heap with its expected content.
     *
     * @param objects by ID
     */
    void check(Map<List<Byte>, byte[]> objects) throws IOException {
        long managed = 0;
        long managedBytes = 0;
        long huge = 0;
        long hugeBytes = 0;
        long tiny = 0;
        long tinyBytes = 0;
        for (Map.Entry<List<Byte>, byte[]> one : objects.entrySet()) {
            byte[] object = one.getValue();
            FractalHeapId id = decode(one.getKey());
            if (id instanceof FractalHeapId.Managed found) {
                managed++;
                managedBytes += object.length;
                assertThat(found.length()).as(where).isEqualTo(object.length);
                Map.Entry<Long, byte[]> block = blocks.floorEntry(found.offset());
                int from = (int) (found.offset() - block.getKey());
                assertThat(from).as(where).isGreaterThanOrEqualTo(overhead);
                assertThat(Arrays.copyOfRange(block.getValue(), from, from + object.length))
                        .as(where)
                        .isEqualTo(object);
                add(found.offset(), object.length);
            } else if (id instanceof FractalHeapId.Tiny found) {
                tiny++;
                tinyBytes += object.length;
                assertThat(found.data()).as(where).isEqualTo(object);
            } else {
                huge++;
                hugeBytes += object.length;
                fileBytes += object.length;
            }
        }
        FractalHeapHeader.Root root = header.root();
        assertThat(root.objects()).as(where).isEqualTo(managed);
        assertThat(header.tinyObjects()).as(where).isEqualTo(tiny);
        assertThat(header.tinyBytes()).as(where).isEqualTo(tinyBytes);
        assertThat(header.huge().objects()).as(where).isEqualTo(huge);
        assertThat(header.huge().bytes()).as(where).isEqualTo(hugeBytes);
        long allocated =
                blocks.values().stream().mapToLong(block -> block.length).sum();
        assertThat(root.allocatedSpace()).as(where).isEqualTo(allocated);
        long all = root.isIndirect() ? usable(root.rows()) : blocks.isEmpty() ? 0 : table.startBlockSize() - overhead;
        assertThat(header.managedFreeBytes()).as(where).isEqualTo(all - managedBytes);
        assertThat(root.managedSpace())
                .as(where)
                .isEqualTo(root.isIndirect() ? table.span(root.rows()) : blocks.isEmpty() ? 0 : table.startBlockSize());
        if (managed == 0) {
            assertThat(blocks)
                    .as("%s: a heap without managed objects has no blocks", where)
                    .isEmpty();
        }
        checkRoot(root);
        checkTiling();
    }

    private FractalHeapId decode(List<Byte> id) {
        byte[] bytes = new byte[id.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = id.get(i);
        }
        try {
            return FractalHeapId.decode(FieldReader.of(bytes, SIZES, "test", -1), header);
        } catch (FormatException e) {
            throw new AssertionError(where + ": " + Arrays.toString(bytes), e);
        }
    }

    private void checkRoot(FractalHeapHeader.Root root) {
        if (!root.isIndirect()) {
            return;
        }
        assertThat(root.iteratorOffset()).as("%s: iterator", where).isEqualTo(lastEnd());
        assertThat(lastEnd())
                .as("%s: blocks behind the first, below an indirect root", where)
                .isGreaterThan(table.startBlockSize());
    }

    /** Free sections, objects and block prefixes cover the heap space before the iterator. */
    private void checkTiling() {
        blocks.keySet().forEach(block -> add(block, overhead));
        long end = 0;
        for (Map.Entry<Long, Long> one : free.entrySet()) {
            assertThat(one.getKey())
                    .as("%s: a gap at heap offset %d", where, end)
                    .isEqualTo(end);
            end += one.getValue();
        }
        assertThat(end).as("%s: end of the heap", where).isEqualTo(lastEnd());
    }

    /** All free sections, for messages. */
    List<String> freeSpace() {
        List<String> list = new ArrayList<>();
        free.forEach((at, size) -> list.add(at + "+" + size));
        return list;
    }
}
