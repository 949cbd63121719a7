package dev.fallow.internal.object;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.Checksum;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.Utf8;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.LinkNameRecord;
import dev.fallow.format.btree.LinkOrderRecord;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.message.Link;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.internal.btree.BTreeV2;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.heap.FractalHeap;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** Links in dense storage, read: link messages in a fractal heap, found by the hash of the name through a B-tree. */
final class DenseLinks implements Links {
    private static final String STRUCTURE = "link message";

    private final ObjectStore store;
    private final ObjectHeader header;
    private final LinkInfo info;
    private final FractalHeap heap;
    private final BTreeV2 names;

    private DenseLinks(ObjectStore store, ObjectHeader header, LinkInfo info, FractalHeap heap, BTreeV2 names) {
        this.store = store;
        this.header = header;
        this.info = info;
        this.heap = heap;
        this.names = names;
    }

    static DenseLinks open(ObjectStore store, ObjectHeader header, LinkInfo info) throws IOException {
        FractalHeap heap =
                FractalHeap.open(store.structureStore(), info.heapAddress(), FractalHeapHeader.LINK_ID_LENGTH);
        BTreeV2 names = BTreeV2.open(
                store.structureStore(), info.nameIndexAddress(), BTreeV2Type.LINK_NAME, LinkNameRecord.LENGTH);
        return new DenseLinks(store, header, info, heap, names);
    }

    @Override
    public Link find(String name) throws IOException {
        byte[] wanted = StoredNames.bytes(name);
        if (wanted == null) {
            return null;
        }
        int hash = Checksum.of(wanted, 0, wanted.length);
        FieldReader found = names.find((image, at) -> {
            int compared = Integer.compareUnsigned(LittleEndian.i32(image, at), hash);
            return compared != 0
                    ? compared
                    : Arrays.compareUnsigned(
                            Utf8.encode(Link.decode(heap.object(LittleEndian.unsigned(image, at + 4, 7), STRUCTURE))
                                    .name()),
                            wanted);
        });
        return found == null ? null : Link.decode(object(LinkNameRecord.decode(found)));
    }

    private FieldReader object(LinkNameRecord record) throws IOException {
        return heap.object(record.heapId(), STRUCTURE);
    }

    @Override
    public List<Link> all() throws IOException {
        TreeMap<String, Link> links = new TreeMap<>();
        Budget bytes =
                new Budget("fractal heap", heap.address(), store.structures().allocatedBytes());
        names.forEach(fields -> {
            LinkNameRecord record = LinkNameRecord.decode(fields);
            FieldReader object = object(record);
            bytes.take(object.remaining());
            Link link = Link.decode(object);
            requireHash(link.name(), record.hash());
            if (links.put(link.name(), link) != null) {
                throw new FormatException("version 2 B-tree", names.address(), "two links of the name " + link.name());
            }
        });
        return List.copyOf(links.values());
    }

    private void requireHash(String name, int found) {
        byte[] encoded = Utf8.encode(name);
        int hash = Checksum.of(encoded, 0, encoded.length);
        if (hash != found) {
            throw new FormatException(
                    "version 2 B-tree",
                    names.address(),
                    "expected the hash 0x%08x of the name %s, found 0x%08x".formatted(hash, name, found));
        }
    }

    @Override
    public Addition addition(String path, Link like) {
        throw readOnly(path);
    }

    @Override
    public Change removal(String path, String name) {
        throw readOnly(path);
    }

    @Override
    public Change release(String path) {
        throw readOnly(path);
    }

    private UnsupportedFeatureException readOnly(String path) {
        return new UnsupportedFeatureException(
                "%s: group %s, object header at address %d: dense links (a fractal heap) cannot be changed yet"
                        .formatted(store.fileName(), path, header.address()));
    }

    @Override
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        heap.forEachBlock(visitor);
        names.forEachBlock(visitor);
        if (info.orderIndexAddress() != Addresses.UNDEFINED) {
            BTreeV2.open(
                            store.structureStore(),
                            info.orderIndexAddress(),
                            BTreeV2Type.LINK_ORDER,
                            LinkOrderRecord.LENGTH)
                    .forEachBlock(visitor);
        }
    }

    @Override
    public long[] structures() {
        return new long[] {heap.address(), names.address()};
    }
}
