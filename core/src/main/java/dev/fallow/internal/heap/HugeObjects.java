package dev.fallow.internal.heap;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.HugeObjectRecord;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.FractalHeapHeader.Huge;
import dev.fallow.format.heap.FractalHeapId;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.btree.BTreeV2;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.CachedObject;
import dev.fallow.internal.cache.LiveBlock;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

/**
 * The huge objects of a fractal heap, which exceed the maximum size of managed objects. Each is in a separate block of
 * raw data, indexed by a B-tree. An ID contains address and length if it is long enough (direct), and otherwise the
 * number of a B-tree record (indirect). The B-tree is created for the first object and deleted with the last one;
 * numbering then restarts.
 */
final class HugeObjects {
    private static final AllocationType SPACE = AllocationType.RAW_DATA;
    static final String STRUCTURE = "huge object of a fractal heap";

    private final StructureStore store;
    private final FractalHeap heap;
    private final BTreeV2Type type;

    HugeObjects(StructureStore store, FractalHeap heap) {
        this.store = store;
        this.heap = heap;
        type = isDirect() ? BTreeV2Type.HUGE_DIRECT : BTreeV2Type.HUGE_INDIRECT;
    }

    private boolean isDirect() {
        return heap.header().hugeIdsAreDirect(store.sizes());
    }

    private FractalHeapHeader header() {
        return heap.header();
    }

    private Huge fields() {
        return heap.header().huge();
    }

    private boolean hasTree() {
        return fields().btreeAddress() != Addresses.UNDEFINED;
    }

    private int recordLength() {
        return HugeObjectRecord.length(type, store.sizes());
    }

    private BTreeV2 tree() throws IOException {
        if (!hasTree()) {
            throw new FormatException("fractal heap", heap.address(), "found no huge objects");
        }
        return BTreeV2.open(store, fields().btreeAddress(), type, recordLength());
    }

    private BTreeV2.Order orderOf(FractalHeapId id) {
        return id instanceof FractalHeapId.HugeDirect direct
                ? byAddress(direct.address(), direct.length())
                : byNumber(((FractalHeapId.HugeIndirect) id).id());
    }

    private BTreeV2.Order byNumber(long number) {
        int lengths = store.sizes().lengths();
        int at = store.sizes().offsets() + lengths;
        return (image, record) -> Long.compareUnsigned(LittleEndian.unsigned(image, record + at, lengths), number);
    }

    private BTreeV2.Order byAddress(long address, long length) {
        int offsets = store.sizes().offsets();
        int lengths = store.sizes().lengths();
        return (image, record) -> {
            int compared = Long.compareUnsigned(LittleEndian.unsigned(image, record, offsets), address);
            return compared != 0
                    ? compared
                    : Long.compareUnsigned(LittleEndian.unsigned(image, record + offsets, lengths), length);
        };
    }

    private static String name(FractalHeapId id) {
        return id instanceof FractalHeapId.HugeIndirect indirect
                ? Long.toString(indirect.id())
                : "of " + ((FractalHeapId.HugeDirect) id).length() + " bytes at address "
                        + ((FractalHeapId.HugeDirect) id).address();
    }

    private HugeObjectRecord record(FractalHeapId id) throws IOException {
        FieldReader found = tree().find(orderOf(id));
        if (found == null) {
            throw new FormatException("fractal heap", heap.address(), "found no huge object with the ID " + name(id));
        }
        return HugeObjectRecord.decode(found, type);
    }

    FieldReader read(FractalHeapId id, String structure) throws IOException {
        HugeObjectRecord record = id instanceof FractalHeapId.HugeDirect direct
                ? new HugeObjectRecord(direct.address(), direct.length(), 0, direct.length(), 0)
                : record(id);
        HugeObject object = load(record);
        return FieldReader.of(object.block().image(), store.sizes(), structure, record.address());
    }

    private HugeObject load(HugeObjectRecord record) throws IOException {
        HugeObject object = store.live(record.address(), HugeObject.class, STRUCTURE, () -> {
            byte[] image = store.cache().read(record.address(), record.length(), STRUCTURE);
            return new HugeObject(store.cache().loaded(record.address(), image, 0));
        });
        if (object.bytesHeld() != record.length()) {
            throw new FormatException(
                    STRUCTURE, record.address(), "expected " + object.bytesHeld() + " bytes, found " + record.length());
        }
        return object;
    }

    /**
     * Checks that an object can be inserted, and loads the blocks that this changes. If IDs are direct, the position in
     * the B-tree depends on the address that the object will get; then the whole B-tree is loaded. libhdf5 creates no
     * such heaps for links and attributes.
     */
    void prepareInsert() throws IOException {
        if (!isDirect() && (header().hugeIdsWrapped() || Long.compareUnsigned(fields().nextId(), lastNumber()) >= 0)) {
            throw new UnsupportedFeatureException("%s: fractal heap at address %d: all IDs of huge objects are used"
                    .formatted(store.cache().fileName(), heap.address()));
        }
        if (!hasTree()) {
            return;
        }
        if (isDirect()) {
            tree().forEach(record -> {});
            tree().prepareInsert(byAddress(-1, 0)); // after all others
        } else {
            tree().prepareInsert(byNumber(fields().nextId() + 1));
        }
    }

    FractalHeapId insert(byte[] data) throws IOException {
        HugeObject object = new HugeObject(store.create(SPACE, data.clone(), 0));
        store.cache().keep(object);
        BTreeV2 tree = hasTree() ? tree() : BTreeV2.create(store, type, recordLength());
        long number = isDirect() ? 0 : fields().nextId() + 1;
        FractalHeapId id = isDirect()
                ? new FractalHeapId.HugeDirect(object.address(), data.length, 0, data.length)
                : new FractalHeapId.HugeIndirect(number);
        FieldWriter record = new FieldWriter(store.sizes());
        HugeObjectRecord.indirect(object.address(), data.length, number).encode(record, type);
        tree.insert(orderOf(id), record.toByteArray());
        Huge before = fields();
        heap.update(header().withHuge(
                        new Huge(
                                isDirect() ? before.nextId() : number,
                                tree.address(),
                                before.bytes() + data.length,
                                before.objects() + 1),
                        !isDirect() && number == lastNumber()));
        return id;
    }

    /** The largest number of an indirect ID; unsigned. */
    private long lastNumber() {
        int width = header().hugeIdWidth();
        return width == Long.BYTES ? -1 : (1L << 8 * width) - 1;
    }

    /** As {@link FractalHeap#prepareRemove}. */
    void prepareRemove(FractalHeapId id) throws IOException {
        HugeObjectRecord record = record(id);
        requireOwn(record.address(), record.length());
        tree().prepareRemove(orderOf(id));
        if (tree().size() == 1) {
            tree().prepareDelete();
        }
    }

    /**
     * Checks that a block can be freed.
     *
     * @throws FormatException if it overlaps free space, or is cached as another structure
     */
    private void requireOwn(long address, long length) {
        store.reader().requireInside(address, length, STRUCTURE);
        store.requireInUse(STRUCTURE, address, length);
        CachedObject held = store.cache().find(address);
        if (held != null && !(held instanceof HugeObject && held.bytesHeld() == length)) {
            throw new FormatException(STRUCTURE, address, length + " bytes overlap another structure");
        }
    }

    void remove(FractalHeapId id) throws IOException {
        HugeObjectRecord record = record(id);
        BTreeV2 tree = tree();
        tree.remove(orderOf(id));
        release(record);
        if (tree.size() == 0) {
            tree.delete();
            heap.update(header().withHuge(Huge.NONE, false));
        } else {
            Huge before = fields();
            heap.update(header().withHuge(new Huge(
                    before.nextId(),
                    before.btreeAddress(),
                    Math.max(0, before.bytes() - record.length()),
                    Math.max(0, before.objects() - 1))));
        }
    }

    private void release(HugeObjectRecord record) {
        store.release(SPACE, record.address(), record.length());
    }

    /** Visits the blocks of the objects and of the B-tree. Objects are not read. */
    void forEachBlock(ExtentVisitor visitor) throws IOException {
        if (hasTree()) {
            BTreeV2 tree = tree();
            tree.forEachBlock(visitor);
            tree.forEach(record -> {
                HugeObjectRecord object = HugeObjectRecord.decode(record, type);
                visitor.visit(object.address(), object.length(), STRUCTURE);
            });
        }
    }

    /** Checks that all of it can be freed, and loads the blocks that this changes. */
    void prepareDelete() throws IOException {
        if (hasTree()) {
            tree().prepareDelete();
            tree().forEach(record -> {
                HugeObjectRecord object = HugeObjectRecord.decode(record, type);
                requireOwn(object.address(), object.length());
            });
        }
    }

    /** Frees all of it. */
    void delete() throws IOException {
        if (hasTree()) {
            BTreeV2 tree = tree();
            tree.forEach(record -> release(HugeObjectRecord.decode(record, type)));
            tree.delete();
        }
    }

    private static final class HugeObject extends LiveBlock {
        HugeObject(Block block) {
            super(block);
        }
    }
}
