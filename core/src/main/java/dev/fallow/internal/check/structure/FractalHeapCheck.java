package dev.fallow.internal.check.structure;

import dev.fallow.format.Addresses;
import dev.fallow.format.Checksum;
import dev.fallow.format.FieldReader;
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
import dev.fallow.internal.census.LiveLabel;
import dev.fallow.internal.heap.TableTotals;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks one fractal heap: first its blocks, huge objects and free sections, then each object that an index refers to, then
 * what all of them add up to.
 */
public final class FractalHeapCheck extends StructureCheck {
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

    private FractalHeapCheck(Context context, long address, PathNode path) {
        super(context, Family.FRACTAL_HEAP, path);
        this.address = address;
    }

    /** Checks the blocks of a heap; null if it has no readable header. */
    public static FractalHeapCheck open(Context context, long address, int idLength, PathNode path) throws IOException {
        FractalHeapCheck check = new FractalHeapCheck(context, address, path);
        return check.attempt(address, () -> check.blocks(idLength)) ? check : null;
    }

    /** Whether all blocks could be read. */
    public boolean isComplete() {
        return complete;
    }

    /** The header. */
    public FractalHeapHeader header() {
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
        long root0 = header.table().startBlockSize();
        if (root.address() != Addresses.UNDEFINED) {
            if (root.isIndirect()) {
                part(root.address(), () -> indirect(root.address(), root.rows(), 0));
            } else {
                long stored = header.filtered() ? header.filter().rootBlockSize() : root0;
                part(root.address(), () -> direct(root.address(), stored, root0, 0));
            }
        }
        long span = root.address() == Addresses.UNDEFINED
                ? 0
                : root.isIndirect() ? header.table().span(root.rows()) : root0;
        if (root.managedSpace() != span) {
            space("expected a managed space of %d bytes, found %d".formatted(span, root.managedSpace()));
        }
        reverted = allocated == root.allocatedSpace() + root0;
        if (reverted) {
            add(FindingCode.FHEAP_STALE, "its first block of %d bytes is not counted".formatted(root0));
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
            sections(header.freeSpaceAddress());
        }
    }

    private void space(String problem) {
        add(FindingCode.FHEAP_SPACE, problem);
    }

    private String heap(String problem) {
        return sentence("fractal heap", address, problem);
    }

    private void add(FindingCode code, String problem) {
        add(code, address, heap(problem));
    }

    private void part(long at, Findings.Part part) throws IOException {
        complete &= attempt(at, part);
    }

    private void readHeader() throws IOException {
        int fixed = FractalHeapHeader.length(sizes);
        byte[] start = signed(FractalHeapHeader.LAYOUT, address, fixed);
        int filters = (int) FractalHeapHeader.LAYOUT.field("filterLength").get(start, sizes);
        int length = fixed + (filters == 0 ? 0 : HeapFilter.LAYOUT.length(sizes) + filters);
        byte[] whole = sealed(FractalHeapHeader.LAYOUT, address, length);
        header = FractalHeapHeader.decode(reader(whole, FractalHeapHeader.LAYOUT, address));
        claim(FractalHeapHeader.STRUCTURE, address, length);
        int overhead = header.directBlockOverhead(sizes);
        if (header.table().startBlockSize() <= overhead) {
            throw new Defect(
                    FindingCode.FHEAP_FIELD,
                    address,
                    heap("expected blocks of more than %d bytes, found blocks of %d"
                            .formatted(overhead, header.table().startBlockSize())));
        }
    }

    private void indirect(long at, int rows, long offset) throws IOException {
        String structure = IndirectBlock.STRUCTURE;
        int length = IndirectBlock.length(header, sizes, rows);
        byte[] bytes = sealed(IndirectBlock.LAYOUT, at, length);
        claim(structure, at, length);
        checkPlace(bytes, structure, at, offset);
        HEAP_HEADER.put(bytes, sizes, address); // so that a wrong address does not end the check
        seal(bytes, bytes.length - Integer.BYTES);
        IndirectBlock block = IndirectBlock.decode(context.reader(bytes, structure, at), header, address, rows);
        DoublingTable table = header.table();
        for (int i = 0; i < block.children().length; i++) {
            long child = block.children()[i];
            if (child == Addresses.UNDEFINED) {
                continue;
            }
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
        FieldReader in = context.reader(bytes, structure, at).at(HEAP_HEADER.at(sizes));
        long heap = in.offset();
        if (heap != address) {
            wrongPlace(structure, at, "expected the heap's address %d, found %d".formatted(address, heap));
        }
        long found = LittleEndian.unsigned(bytes, DirectBlock.LAYOUT.end(sizes), header.offsetWidth());
        if (found != offset) {
            wrongPlace(structure, at, "expected heap offset %d, found %d".formatted(offset, found));
        }
    }

    private void wrongPlace(String structure, long at, String problem) {
        add(FindingCode.FHEAP_BLOCK, at, sentence(structure, at, problem));
    }

    private void direct(long at, long stored, long size, long offset) throws IOException {
        String structure = DirectBlock.STRUCTURE;
        if (header.filtered()) {
            if (!context.isInside(at, stored)) {
                throw new Defect(
                        FindingCode.FHEAP_RANGE,
                        at,
                        "%s of %d bytes at address %d: expected it inside the file".formatted(structure, stored, at));
            }
            claim(structure, at, stored);
            add(FindingCode.UNCHECKED, address, "the fractal heap at address %d has filters".formatted(address));
            complete = false;
            return;
        }
        byte[] bytes = signed(DirectBlock.LAYOUT, at, size);
        claim(structure, at, size);
        if (bytes[4] != 0) {
            wrongPlace(structure, at, "expected version 0, found " + bytes[4]);
        }
        checkPlace(bytes, structure, at, offset);
        if (header.checksummed()) {
            int sumAt = DirectBlock.checksumOffset(header, sizes);
            int found = LittleEndian.i32(bytes, sumAt);
            LittleEndian.put(bytes, sumAt, Integer.BYTES, 0);
            int computed = Checksum.of(bytes, 0, bytes.length);
            if (found != computed) {
                context.wrongChecksum(Family.FRACTAL_HEAP, structure, at, found, computed, path);
            }
        }
        allocated += size;
        inside.block(offset, size, at);
    }

    /** Checks the free sections. */
    private void sections(long manager) throws IOException {
        context.findings().attempt(Family.FREE_SPACE, manager, path, () -> {
            ManagerCheck check = new ManagerCheck(context, path);
            SectionList list = check.read(manager, FreeSpaceHeader.FRACTAL_HEAP);
            if (check.header().addressSpaceBits() != header.table().maxHeapBits()) {
                throw new Defect(
                        FindingCode.FSM_FIELD,
                        manager,
                        sentence(
                                "free-space manager",
                                manager,
                                "expected heap offsets of %d bits, found %d"
                                        .formatted(
                                                header.table().maxHeapBits(),
                                                check.header().addressSpaceBits())));
            }
            for (int i = 0; list != null && i < list.count(); i++) {
                if (list.sectionClass(i) == SectionList.HEAP_SINGLE) {
                    single(list.address(i), list.size(i), check.header().listAddress());
                }
            }
        });
    }

    private void single(long offset, long size, long list) {
        long space = header.root().managedSpace();
        if (size > space || offset > space - size) {
            add(
                    FindingCode.FSM_RANGE,
                    list,
                    sentence(
                            "section list",
                            list,
                            "expected a section before heap offset %d, found %d bytes at %d"
                                    .formatted(space, size, offset)));
        } else {
            inside.free(offset, size);
        }
    }

    private void hugeObjects() throws IOException {
        boolean direct = header.hugeIdsAreDirect(sizes);
        BTreeV2Type type = header.filtered()
                ? direct ? BTreeV2Type.HUGE_DIRECT_FILTERED : BTreeV2Type.HUGE_INDIRECT_FILTERED
                : direct ? BTreeV2Type.HUGE_DIRECT : BTreeV2Type.HUGE_INDIRECT;
        long[] bytes = {0};
        int idWidth = sizes.lengths();
        long count = BTreeV2Check.check(
                context,
                header.huge().btreeAddress(),
                EnumSet.of(type),
                BTreeV2Check.RecordSize.of(HugeObjectRecord.length(type, sizes)),
                path,
                direct
                        ? null
                        : (before, record) -> LittleEndian.unsigned(before, before.length - idWidth, idWidth)
                                >= LittleEndian.unsigned(record, record.length - idWidth, idWidth),
                (in, record, tree) -> {
                    HugeObjectRecord each = HugeObjectRecord.decode(in, type);
                    huge.put(direct ? each.address() : each.id(), each);
                    bytes[0] += each.objectSize();
                    claimHuge(each);
                });
        if (count >= 0
                && (count != header.huge().objects()
                        || bytes[0] != header.huge().bytes())) {
            add(
                    FindingCode.FHEAP_COUNT,
                    "expected %d huge objects of %d bytes, found %d of %d"
                            .formatted(header.huge().objects(), header.huge().bytes(), count, bytes[0]));
        }
    }

    private void claimHuge(HugeObjectRecord object) {
        if (!context.isInside(object.address(), object.length())) {
            throw new Defect(
                    FindingCode.FHEAP_RANGE,
                    object.address(),
                    "huge object of %d bytes at address %d: expected it inside the file"
                            .formatted(object.length(), object.address()));
        }
        context.claimRaw(object.address(), object.length(), LiveLabel.unclassified("huge object", path, false));
    }

    // ---- objects -----------------------------------------------------------------------------------------------

    /**
     * The bytes of the object with an ID that an index has.
     *
     * @param counted whether the object is to be counted
     * @return null if it cannot be read
     * @throws Defect if there is no such object
     */
    public byte[] object(byte[] id, boolean counted) throws IOException {
        FractalHeapId decoded;
        try {
            decoded = FractalHeapId.decode(context.reader(id, FractalHeapId.STRUCTURE, address), header);
        } catch (dev.fallow.format.FormatException e) {
            throw noObject(e.getMessage());
        }
        if (decoded instanceof FractalHeapId.Managed managed) {
            return managed(managed, counted);
        } else if (decoded instanceof FractalHeapId.Tiny tiny) {
            tinyObjects += counted ? 1 : 0;
            return tiny.data();
        }
        hugeObjects += counted ? 1 : 0;
        HugeObjectRecord record = decoded instanceof FractalHeapId.HugeDirect direct
                ? huge.get(direct.address())
                : huge.get(((FractalHeapId.HugeIndirect) decoded).id());
        if (record == null) {
            throw noObject("expected a huge object, found none for " + decoded);
        }
        return header.filtered()
                ? null
                : context.read(Family.FRACTAL_HEAP, "huge object", record.address(), record.length());
    }

    private Defect noObject(String problem) {
        return new Defect(FindingCode.FHEAP_OBJECT, address, heap(problem));
    }

    private byte[] managed(FractalHeapId.Managed object, boolean counted) throws IOException {
        int block = inside.find(object.offset());
        int overhead = header.directBlockOverhead(sizes);
        if (block < 0
                || object.offset() < inside.offset(block) + overhead
                || object.length() > inside.offset(block) + inside.size(block) - object.offset()) {
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
        long at = inside.address(block) + object.offset() - inside.offset(block);
        return context.read(Family.FRACTAL_HEAP, OBJECT, at, object.length());
    }

    /** Compares the header with all objects, once each of them has been asked for. */
    public void finish(boolean all) {
        for (HeapBytes.Overlap each : inside.overlaps()) {
            add(
                    FindingCode.FHEAP_OVERLAP,
                    "%d bytes at heap offset %d belong to two: %s"
                            .formatted(each.size(), each.offset(), each.owners()));
        }
        if (!all || !complete) {
            return;
        }
        FractalHeapHeader.Root root = header.root();
        if (managedObjects != root.objects()
                || hugeObjects != header.huge().objects()
                || tinyObjects != header.tinyObjects()) {
            add(
                    FindingCode.FHEAP_COUNT,
                    "expected %d managed, %d huge and %d tiny objects, found %d, %d and %d"
                            .formatted(
                                    root.objects(),
                                    header.huge().objects(),
                                    header.tinyObjects(),
                                    managedObjects,
                                    hugeObjects,
                                    tinyObjects));
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
        if (!header.root().isIndirect()) {
            return header.table().startBlockSize() - overhead;
        }
        return new TableTotals(header.table(), overhead).freeBytes(header.root().rows());
    }
}
