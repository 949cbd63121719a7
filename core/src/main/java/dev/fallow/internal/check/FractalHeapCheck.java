package dev.fallow.internal.check;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.Checksum;
import dev.fallow.format.FormatException;
import dev.fallow.format.Layout;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.HugeObjectRecord;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.FractalHeapId;
import dev.fallow.format.heap.HeapFilter;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.ordered.OrderedFreeSpace;
import dev.fallow.internal.heap.TableTotals;
import dev.fallow.internal.heap.TakenBytes;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks one fractal heap: first its blocks, huge objects and free sections, then each object that an index refers to, then
 * what all of them add up to.
 */
final class FractalHeapCheck extends StructureCheck {
    private static final String OBJECT = "object of a fractal heap";
    private static final Layout.Field HEAP_HEADER = DirectBlock.LAYOUT.field("heapHeader");

    private final long address;
    private FractalHeapHeader header;
    private boolean complete = true;

    private final HeapBytes inside = new HeapBytes();

    private final Map<Long, HugeObjectRecord> huge = new HashMap<>();
    private long managedObjects;
    private long managedBytes;
    private long hugeObjects;
    private long tinyObjects;
    private long allocated;
    /** Whether the figures are as libhdf5 leaves them after it has made the first direct block the root again. */
    private boolean reverted;

    /** The direct blocks, and which of their bytes belong to an object or to a free section. Offsets are heap offsets. */
    private static final class HeapBytes {
        /** The maximum number of overlaps kept; a damaged heap may have any number. */
        private static final int MOST_KEPT = 64;

        /** The offset of each block. */
        private long[] offsets = new long[4];

        private final List<Part> blocks = new ArrayList<>();
        /** One bit for each byte of the objects. */
        private final TakenBytes used = new TakenBytes();

        private final OrderedFreeSpace free = new OrderedFreeSpace(0);
        /** The problems, at most 64, in the order of detection. */
        private final List<String> overlaps = new ArrayList<>();

        /** Adds a block behind those that are here. */
        void block(long offset, Part block) {
            if (blocks.size() == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * offsets.length);
            }
            offsets[blocks.size()] = offset;
            blocks.add(block);
        }

        /** The number of the block with an offset; -1 if there is none. O(log n). */
        int find(long offset) {
            int low = 0;
            int high = blocks.size() - 1;
            while (low <= high) {
                int middle = low + high >>> 1;
                if (offsets[middle] > offset) {
                    high = middle - 1;
                } else if (offset >= offsets[middle] + blocks.get(middle).length()) {
                    low = middle + 1;
                } else {
                    return middle;
                }
            }
            return -1;
        }

        /** Adds a free section. All of them are added before the first object. */
        void free(long offset, long size) {
            Section other = free.overlapping(offset, size);
            if (other == null) {
                free.free(offset, size);
            } else {
                overlap(other, offset, size, "a free section, and a free section");
            }
        }

        /** Adds an object, which is inside a block. O(size / 64). */
        void object(long offset, long size) {
            Section section = free.overlapping(offset, size);
            if (section != null) {
                overlap(section, offset, size, "a free section, and an object");
            }
            long first = used.first(offset, size);
            long twice = used.addAgain(offset, size);
            if (twice > 0) {
                overlap(first, twice, "an object, and an object");
            }
        }

        private void overlap(Section section, long offset, long size, String owners) {
            long from = Math.max(offset, section.address());
            overlap(from, Math.min(offset + size, section.end()) - from, owners);
        }

        private void overlap(long offset, long size, String owners) {
            if (overlaps.size() < MOST_KEPT) {
                overlaps.add("%d bytes at heap offset %d belong to two: %s".formatted(size, offset, owners));
            }
        }
    }

    /**
     * An object of the heap.
     *
     * @param part contains it; null if it is in its ID
     * @param address of its bytes; -1 if it is in its ID
     */
    record Stored(Part part, long address, byte[] bytes) {}

    private FractalHeapCheck(StructureCheck check, long address) {
        super(check, Family.FRACTAL_HEAP, check.path);
        this.address = address;
    }

    /** Checks the blocks of a heap; null if it has no readable header. */
    static FractalHeapCheck open(StructureCheck check, long address, int idLength) throws IOException {
        FractalHeapCheck heap = new FractalHeapCheck(check, address);
        return heap.attempt(address, () -> heap.blocks(idLength)) ? heap : null;
    }

    FractalHeapHeader header() {
        return header;
    }

    // ---- blocks ------------------------------------------------------------------------------------------------

    private void blocks(int idLength) throws IOException {
        readHeader();
        if (header.idLength() != idLength) {
            add(FindingCode.FHEAP_FIELD, "expected IDs of %d bytes, found %d".formatted(idLength, header.idLength()));
            complete = false;
        }
        FractalHeapHeader.Root root = header.root();
        long start = header.table().startBlockSize();
        long span = 0;
        if (root.address() != Addresses.UNDEFINED && root.isIndirect()) {
            span = header.table().span(root.rows());
            part(root.address(), () -> indirect(root.address(), root.rows(), 0));
        } else if (root.address() != Addresses.UNDEFINED) {
            span = start;
            long stored = header.filtered() ? header.filter().rootBlockSize() : start;
            part(root.address(), () -> direct(root.address(), stored, start, 0));
        }
        if (root.managedSpace() != span) {
            space("expected a managed space of %d bytes, found %d".formatted(span, root.managedSpace()));
        }
        reverted = allocated == root.allocatedSpace() + start;
        if (reverted) {
            add(FindingCode.FHEAP_STALE, "its first block of %d bytes is not counted".formatted(start));
        } else if (complete && root.allocatedSpace() != allocated) {
            space("expected direct blocks of %d bytes, found %d".formatted(root.allocatedSpace(), allocated));
        }
        if (root.iteratorOffset() > root.managedSpace()) {
            space("expected a next block before heap offset %d, found it at %d"
                    .formatted(root.managedSpace(), root.iteratorOffset()));
        }
        if (header.huge().btreeAddress() != Addresses.UNDEFINED) {
            part(address, this::hugeObjects);
        }
        if (header.freeSpaceAddress() != Addresses.UNDEFINED) {
            long manager = header.freeSpaceAddress();
            new StructureCheck(this, Family.FREE_SPACE, path).attempt(manager, () -> sections(manager));
        }
    }

    private void space(String problem) {
        add(FindingCode.FHEAP_SPACE, problem);
    }

    private void add(FindingCode code, String problem) {
        add(code, "fractal heap", address, problem);
    }

    private void part(long at, Findings.Part part) throws IOException {
        complete &= attempt(at, part);
    }

    private void readHeader() throws IOException {
        int fixed = FractalHeapHeader.length(sizes);
        byte[] whole = signed(FractalHeapHeader.LAYOUT, address, fixed);
        int filters = (int) FractalHeapHeader.LAYOUT.field("filterLength").get(whole, sizes);
        int length = fixed + (filters == 0 ? 0 : HeapFilter.LAYOUT.length(sizes) + filters);
        if (filters == 0) {
            mend(FractalHeapHeader.STRUCTURE, whole, fixed - Integer.BYTES, address);
        } else {
            whole = sealed(FractalHeapHeader.LAYOUT, address, length);
        }
        header = FractalHeapHeader.decode(reader(whole, FractalHeapHeader.STRUCTURE, address));
        claim(FractalHeapHeader.STRUCTURE, address, length);
        if (isTrusting() && (header.filtered() || header.hugeIdsAreDirect(sizes))) {
            throw new UnsupportedFeatureException("%s at address %d: a heap with filters or long IDs cannot be moved"
                    .formatted(FractalHeapHeader.STRUCTURE, address));
        }
        int overhead = header.directBlockOverhead(sizes);
        long size = header.table().startBlockSize();
        if (size <= overhead) {
            String problem = "expected blocks of more than %d bytes, found blocks of %d".formatted(overhead, size);
            throw defect(FindingCode.FHEAP_FIELD, "fractal heap", address, problem);
        }
    }

    private void indirect(long at, int rows, long offset) throws IOException {
        String structure = IndirectBlock.STRUCTURE;
        int length = IndirectBlock.length(header, sizes, rows);
        byte[] bytes = sealed(IndirectBlock.LAYOUT, at, length);
        claim(structure, at, length);
        Part part = Part.sealed(at, length);
        checkPlace(bytes, structure, at, offset);
        HEAP_HEADER.put(bytes, sizes, address); // so that a wrong address does not end the check
        seal(bytes, bytes.length - Integer.BYTES);
        IndirectBlock block = IndirectBlock.decode(reader(bytes, structure, at), header, address, rows);
        DoublingTable table = header.table();
        for (int i = 0; i < block.children().length; i++) {
            long child = block.children()[i];
            if (child == Addresses.UNDEFINED) {
                continue;
            }
            pointer(part, at + IndirectBlock.entriesOffset(header, sizes) + (long) i * sizes.offsets(), child);
            int row = i / table.width();
            long childOffset = offset + table.entryOffset(i);
            long size = table.blockSize(row);
            if (table.isDirectRow(row)) {
                long stored = header.filtered() ? block.storedSizes()[i] : size;
                part(child, () -> direct(child, stored, size, childOffset));
            } else {
                part(child, () -> indirect(child, table.childRowsOf(row), childOffset));
            }
        }
    }

    /** Compares the address of the heap and the offset in a block with those expected. */
    private void checkPlace(byte[] bytes, String structure, long at, long offset) {
        long heap = reader(bytes, structure, at).at(HEAP_HEADER.at(sizes)).offset();
        if (heap != address) {
            wrongPlace(structure, at, "expected the heap's address %d, found %d".formatted(address, heap));
        }
        long found = LittleEndian.unsigned(bytes, DirectBlock.LAYOUT.end(sizes), header.offsetWidth());
        if (found != offset) {
            wrongPlace(structure, at, "expected heap offset %d, found %d".formatted(offset, found));
        }
    }

    private void wrongPlace(String structure, long at, String problem) {
        add(FindingCode.FHEAP_BLOCK, structure, at, problem);
    }

    private void direct(long at, long stored, long size, long offset) throws IOException {
        String structure = DirectBlock.STRUCTURE;
        if (header.filtered()) {
            requireInside(structure, at, stored);
            claim(structure, at, stored);
            add(FindingCode.UNCHECKED, address, "the fractal heap at address %d has filters".formatted(address));
            complete = false;
            return;
        }
        int sumAt = DirectBlock.checksumOffset(header, sizes);
        if (isTrusting()) { // its objects are read one by one
            byte[] prefix = read(structure, at, sumAt);
            Part part = block(at, size);
            pointers(part, DirectBlock.LAYOUT, prefix);
            inside.block(LittleEndian.unsigned(prefix, DirectBlock.LAYOUT.end(sizes), header.offsetWidth()), part);
            return;
        }
        byte[] bytes = signed(DirectBlock.LAYOUT, at, size);
        claim(structure, at, size);
        if (bytes[4] != 0) {
            wrongPlace(structure, at, "expected version 0, found " + bytes[4]);
        }
        checkPlace(bytes, structure, at, offset);
        if (header.checksummed()) {
            int found = LittleEndian.i32(bytes, sumAt);
            LittleEndian.put(bytes, sumAt, Integer.BYTES, 0);
            checkChecksum(structure, at, found, Checksum.of(bytes, 0, bytes.length));
        }
        allocated += size;
        inside.block(offset, block(at, size));
    }

    /** The direct block at an address. */
    private Part block(long at, long size) {
        int sumAt = DirectBlock.checksumOffset(header, sizes);
        return new Part(at, Math.toIntExact(size), header.checksummed() ? sumAt : -1, true);
    }

    /** Checks the free sections. */
    private void sections(long manager) throws IOException {
        ManagerCheck check = new ManagerCheck(this);
        SectionList list = check.read(manager, FreeSpaceHeader.FRACTAL_HEAP);
        int bits = header.table().maxHeapBits();
        if (check.header.addressSpaceBits() != bits) {
            String problem = "expected heap offsets of %d bits, found %d";
            throw defect(
                    FindingCode.FSM_FIELD,
                    "free-space manager",
                    manager,
                    problem.formatted(bits, check.header.addressSpaceBits()));
        }
        long space = header.root().managedSpace();
        for (int i = 0; list != null && i < list.count(); i++) {
            long offset = list.address(i);
            long size = list.size(i);
            if (list.sectionClass(i) != SectionList.HEAP_SINGLE) {
                continue;
            } else if (size > space || offset > space - size) {
                String problem =
                        "expected a section before heap offset %d, found %d bytes at %d".formatted(space, size, offset);
                add(FindingCode.FSM_RANGE, "section list", check.header.listAddress(), problem);
            } else {
                inside.free(offset, size);
            }
        }
    }

    private void hugeObjects() throws IOException {
        boolean direct = header.hugeIdsAreDirect(sizes);
        BTreeV2Type type = header.filtered()
                ? direct ? BTreeV2Type.HUGE_DIRECT_FILTERED : BTreeV2Type.HUGE_INDIRECT_FILTERED
                : direct ? BTreeV2Type.HUGE_DIRECT : BTreeV2Type.HUGE_INDIRECT;
        long[] bytes = {0};
        int length = HugeObjectRecord.length(type, sizes);
        int idWidth = sizes.lengths();
        long count = BTreeV2Check.check(
                this,
                header.huge().btreeAddress(),
                type,
                length,
                length,
                direct
                        ? null
                        : (before, record) -> LittleEndian.unsigned(before, before.length - idWidth, idWidth)
                                >= LittleEndian.unsigned(record, record.length - idWidth, idWidth),
                (node, in, record) -> {
                    long at = in.address();
                    HugeObjectRecord each = HugeObjectRecord.decode(in, type);
                    pointer(node, at, each.address());
                    huge.put(direct ? each.address() : each.id(), each);
                    bytes[0] += each.objectSize();
                    requireInside("huge object", each.address(), each.length());
                    claim("huge object", each.address(), each.length(), false);
                });
        FractalHeapHeader.Huge stated = header.huge();
        if (count >= 0 && (count != stated.objects() || bytes[0] != stated.bytes())) {
            add(
                    FindingCode.FHEAP_COUNT,
                    "expected %d huge objects of %d bytes, found %d of %d"
                            .formatted(stated.objects(), stated.bytes(), count, bytes[0]));
        }
    }

    // ---- objects -----------------------------------------------------------------------------------------------

    /**
     * The object with an ID that an index has.
     *
     * @param counted whether the object is to be counted
     * @return null if it cannot be read
     * @throws Defect if there is no such object
     */
    Stored object(byte[] id, boolean counted) throws IOException {
        FractalHeapId decoded;
        try {
            decoded = FractalHeapId.decode(reader(id, FractalHeapId.STRUCTURE, address), header);
        } catch (FormatException e) {
            throw noObject(e.getMessage());
        }
        if (decoded instanceof FractalHeapId.Managed managed) {
            return managed(managed, counted);
        } else if (decoded instanceof FractalHeapId.Tiny tiny) {
            tinyObjects += counted ? 1 : 0;
            return new Stored(null, -1, tiny.data());
        }
        hugeObjects += counted ? 1 : 0;
        HugeObjectRecord record = decoded instanceof FractalHeapId.HugeDirect direct
                ? huge.get(direct.address())
                : huge.get(((FractalHeapId.HugeIndirect) decoded).id());
        if (record == null) {
            throw noObject("expected a huge object, found none for " + decoded);
        }
        if (header.filtered()) {
            return null;
        }
        byte[] bytes = read("huge object", record.address(), record.length());
        return new Stored(Part.plain(record.address(), bytes.length), record.address(), bytes);
    }

    private Defect noObject(String problem) {
        return defect(FindingCode.FHEAP_OBJECT, "fractal heap", address, problem);
    }

    private Stored managed(FractalHeapId.Managed object, boolean counted) throws IOException {
        int found = inside.find(object.offset());
        Part block = found < 0 ? null : inside.blocks.get(found);
        long before = found < 0 ? 0 : object.offset() - inside.offsets[found];
        if (block == null || before < header.directBlockOverhead(sizes) || object.length() > block.length() - before) {
            if (!complete) {
                return null; // its block could not be read, which is known
            }
            throw noObject("expected %d bytes of an object at heap offset %d, found no block with them"
                    .formatted(object.length(), object.offset()));
        }
        if (counted) {
            managedObjects++;
            managedBytes += object.length();
            inside.object(object.offset(), object.length());
        }
        // not the block, which was checked before: an index by hashes comes back to each block once for every object
        long at = block.address() + before;
        return new Stored(block, at, read(OBJECT, at, object.length()));
    }

    /** Compares the header with all objects, after each of them has been asked for. */
    void finish(boolean all) {
        inside.overlaps.forEach(each -> add(FindingCode.FHEAP_OVERLAP, each));
        if (!all || !complete) {
            return;
        }
        long managed = header.root().objects();
        long stated = header.huge().objects();
        if (managedObjects != managed || hugeObjects != stated || tinyObjects != header.tinyObjects()) {
            add(
                    FindingCode.FHEAP_COUNT,
                    "expected %d managed, %d huge and %d tiny objects, found %d, %d and %d"
                            .formatted(
                                    managed, stated, header.tinyObjects(), managedObjects, hugeObjects, tinyObjects));
        }
        long free = usable() - managedBytes;
        long tooMany = header.managedFreeBytes() - free;
        boolean stale = reverted
                && tooMany > 0
                && tooMany <= header.table().startBlockSize() - header.directBlockOverhead(sizes);
        if (tooMany != 0 && !stale) {
            add(FindingCode.FHEAP_FREE, "expected %d free bytes, found %d".formatted(header.managedFreeBytes(), free));
        }
    }

    /** The bytes for objects in all direct blocks that the root has entries for. */
    private long usable() {
        if (header.root().address() == Addresses.UNDEFINED) {
            return 0;
        }
        int overhead = header.directBlockOverhead(sizes);
        return header.root().isIndirect()
                ? new TableTotals(header.table(), overhead)
                        .freeBytes(header.root().rows())
                : header.table().startBlockSize() - overhead;
    }
}
