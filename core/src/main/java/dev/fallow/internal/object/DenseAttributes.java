package dev.fallow.internal.object;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.Checksum;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.Utf8;
import dev.fallow.format.btree.AttributeNameRecord;
import dev.fallow.format.btree.AttributeOrderRecord;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.message.Attribute;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.internal.btree.BTreeV2;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.heap.FractalHeap;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;

/** Attributes in dense storage, read: attribute messages in a fractal heap, found by the hash of the name. */
final class DenseAttributes {
    private static final String STRUCTURE = "attribute message";

    private final StructureStore in;
    private final AttributeInfo info;
    private final FractalHeap heap;
    private final BTreeV2 names;
    private final String where;

    private DenseAttributes(StructureStore in, AttributeInfo info, FractalHeap heap, BTreeV2 names, String where) {
        this.in = in;
        this.info = info;
        this.heap = heap;
        this.names = names;
        this.where = where;
    }

    /** @param where file and object, for messages */
    static DenseAttributes open(StructureStore in, AttributeInfo info, String where) throws IOException {
        return new DenseAttributes(
                in,
                info,
                FractalHeap.open(in, info.heapAddress(), FractalHeapHeader.ATTRIBUTE_ID_LENGTH),
                BTreeV2.open(in, info.nameIndexAddress(), BTreeV2Type.ATTRIBUTE_NAME, AttributeNameRecord.LENGTH),
                where);
    }

    /** The attribute of a name, or null. O(log n) nodes and blocks. */
    Attribute find(String name) throws IOException {
        byte[] wanted = StoredNames.bytes(name);
        if (wanted == null) {
            return null;
        }
        int hash = Checksum.of(wanted, 0, wanted.length);
        FieldReader found = names.find((image, at) -> {
            AttributeNameRecord other = AttributeNameRecord.decode(
                    FieldReader.of(image, at, at + AttributeNameRecord.LENGTH, in.sizes(), STRUCTURE, -1));
            int compared = Integer.compareUnsigned(other.hash(), hash);
            return compared != 0
                    ? compared
                    : Arrays.compareUnsigned(
                            Utf8.encode(decode(other, object(other)).name()), wanted);
        });
        if (found == null) {
            return null;
        }
        AttributeNameRecord record = AttributeNameRecord.decode(found);
        return decode(record, object(record));
    }

    /**
     * Goes over all attributes, in the order of the hashes of their names.
     *
     * @throws FormatException if the heap or the index is damaged
     */
    void forEach(Consumer<Attribute> action) throws IOException {
        Budget bytes = new Budget("fractal heap", heap.address(), in.reader().allocatedBytes());
        names.forEach(fields -> {
            AttributeNameRecord record = AttributeNameRecord.decode(fields);
            FieldReader object = object(record);
            bytes.take(object.remaining());
            Attribute attribute = decode(record, object);
            byte[] name = Utf8.encode(attribute.name());
            int hash = Checksum.of(name, 0, name.length);
            if (hash != record.hash()) {
                throw new FormatException(
                        "version 2 B-tree",
                        names.address(),
                        "expected the hash 0x%08x of the name %s, found 0x%08x"
                                .formatted(hash, attribute.name(), record.hash()));
            }
            action.accept(attribute);
        });
    }

    private FieldReader object(AttributeNameRecord record) throws IOException {
        return heap.object(record.heapId(), STRUCTURE);
    }

    private Attribute decode(AttributeNameRecord record, FieldReader object) {
        if ((record.messageFlags() & MessageFlags.SHARED) != 0) {
            throw new UnsupportedFeatureException(where + ": a shared attribute is not supported yet");
        }
        return Attribute.decode(object);
    }

    /** Tells the blocks that heap and indexes lie in. */
    void forEachBlock(ExtentVisitor visitor) throws IOException {
        heap.forEachBlock(visitor);
        names.forEachBlock(visitor);
        if (info.orderIndexAddress() != Addresses.UNDEFINED) {
            BTreeV2.open(in, info.orderIndexAddress(), BTreeV2Type.ATTRIBUTE_ORDER, AttributeOrderRecord.LENGTH)
                    .forEachBlock(visitor);
        }
    }

    /** The addresses of heap and index; no other object has the same ones. */
    long[] structures() {
        return new long[] {heap.address(), names.address()};
    }
}
