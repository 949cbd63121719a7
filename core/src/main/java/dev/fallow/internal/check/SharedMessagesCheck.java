package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.SharedMessageRecord;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.message.SharedMessageIndexes;
import dev.fallow.format.message.SharedMessageList;
import dev.fallow.format.message.SharedMessageTable;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.codec.DatatypeCodec;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The messages that are stored elsewhere: in a committed datatype, or in the shared message table. Checks the table, its indexes and heaps,
 * and finds the bodies of messages.
 */
final class SharedMessagesCheck extends StructureCheck {
    private static final int MOST_DATATYPES = 1_000;

    private final Datatypes references;
    /** The committed datatypes read last. */
    private final Map<Long, Datatype> datatypes = new HashMap<>();

    private final boolean hasTable;
    private final List<Index> indexes = new ArrayList<>();

    /** Receives the committed datatypes that objects use. */
    @FunctionalInterface
    interface Datatypes {
        /** @param path of the object, as its datatype */
        void found(long address, PathNode path) throws IOException;
    }

    /** One index, with the heap IDs in its records. */
    private static final class Index {
        private final SharedMessageIndexes.Index stored;
        private final Set<Long> ids = new HashSet<>();
        private FractalHeapCheck heap;
        private long records;

        Index(SharedMessageIndexes.Index stored) {
            this.stored = stored;
        }
    }

    /** Checks the table; null if there is none. */
    SharedMessagesCheck(StructureCheck check, SharedMessageTable table, Datatypes references) throws IOException {
        super(check, Family.SHARED_MESSAGES, null);
        this.references = references;
        hasTable = table != null;
        if (hasTable) {
            attempt(table.address(), () -> table(table));
        }
    }

    // ---- the table ---------------------------------------------------------------------------------------------

    private void table(SharedMessageTable table) throws IOException {
        String structure = SharedMessageIndexes.STRUCTURE;
        long at = table.address();
        int count = table.indexCount();
        byte[] image = sealed(SharedMessageIndexes.LAYOUT, at, SharedMessageIndexes.length(sizes, count));
        claim(structure, at, image.length);
        for (SharedMessageIndexes.Index each :
                SharedMessageIndexes.decode(reader(image, structure, at), count).indexes()) {
            Index index = new Index(each);
            indexes.add(index);
            attempt(each.indexAddress(), () -> check(index));
        }
    }

    private void check(Index index) throws IOException {
        SharedMessageIndexes.Index stored = index.stored;
        long at = stored.indexAddress();
        if (stored.heapAddress() != Addresses.UNDEFINED) {
            index.heap = FractalHeapCheck.open(this, stored.heapAddress(), FractalHeapHeader.ATTRIBUTE_ID_LENGTH);
            // no program writes such a heap, and no change of it could be committed
            if (index.heap != null && index.heap.header().filtered()) {
                String problem = "expected no filters in a heap of shared messages";
                add(FindingCode.FHEAP_FIELD, "fractal heap", stored.heapAddress(), problem);
            }
        }
        boolean all = true;
        if (at != Addresses.UNDEFINED && stored.btree()) {
            int length = SharedMessageRecord.length(sizes);
            all = BTreeV2Check.check(
                            this,
                            at,
                            BTreeV2Type.SHARED_MESSAGE,
                            length,
                            length,
                            (before, record) ->
                                    Integer.compareUnsigned(LittleEndian.i32(before, 1), LittleEndian.i32(record, 1))
                                            > 0,
                            (node, in, record) -> record(index, SharedMessageRecord.decode(in), at))
                    >= 0;
        } else if (at != Addresses.UNDEFINED) {
            list(index, at);
        }
        if (all && index.records != stored.count()) {
            String problem = "expected %d messages, found %d".formatted(stored.count(), index.records);
            add(FindingCode.SOHM_COUNT, "shared message index", at, problem);
        }
        if (index.heap != null) {
            index.heap.finish(all);
        }
    }

    private void list(Index index, long at) throws IOException {
        String structure = SharedMessageList.STRUCTURE;
        SharedMessageIndexes.Index stored = index.stored;
        byte[] image = signed(SharedMessageList.LAYOUT, at, SharedMessageList.length(sizes, stored.listMax()));
        claim(structure, at, image.length);
        mend(structure, image, 4 + stored.count() * SharedMessageRecord.length(sizes), at);
        for (SharedMessageRecord each :
                SharedMessageList.decode(reader(image, structure, at), stored).records()) {
            attempt(at, () -> record(index, each, at));
        }
    }

    private void record(Index index, SharedMessageRecord record, long at) throws IOException {
        index.records++;
        if (!record.inHeap()) {
            return;
        }
        if (!index.ids.add(record.heapId())) {
            String problem = "expected different heap IDs, found 0x%016x twice".formatted(record.heapId());
            throw new Defect(FindingCode.SOHM_FIELD, at, problem);
        }
        FractalHeapCheck.Stored message = index.heap == null ? null : index.heap.object(id(record.heapId()), true);
        if (message != null && !hasHash(index.stored.messageTypes(), message.bytes(), record.hash())) {
            String problem = "shared message 0x%016x: expected another hash than 0x%08x";
            throw new Defect(FindingCode.SOHM_HASH, at, problem.formatted(record.heapId(), record.hash()));
        }
    }

    private static boolean hasHash(int types, byte[] body, int hash) {
        for (int type = 0; types >> type != 0; type++) {
            if ((types >> type & 1) != 0 && SharedMessageRecord.hash(type, body, body.length) == hash) {
                return true;
            }
        }
        return false;
    }

    private static byte[] id(long id) {
        byte[] bytes = new byte[Long.BYTES];
        LittleEndian.put(bytes, 0, Long.BYTES, id);
        return bytes;
    }

    // ---- bodies ------------------------------------------------------------------------------------------------

    /** A reader of the body of a message that is not a committed datatype; null if it is elsewhere and cannot be read. */
    FieldReader body(Header.Message message, PathNode user) throws IOException {
        return message.isShared()
                ? body(SharedMessage.decode(message.reader(sizes)), message.type(), message.address(), user)
                : message.reader(sizes);
    }

    private FieldReader body(SharedMessage reference, int type, long at, PathNode user) throws IOException {
        String title = MessageType.titleOf(type);
        if (reference.address() != Addresses.UNDEFINED) {
            String problem = "%s: expected it in the header, found a reference to address %d";
            throw new Defect(FindingCode.HDR_MESSAGE, at, problem.formatted(title, reference.address()));
        }
        byte[] body = body(type, LittleEndian.i64(reference.heapId(), 0), at, user);
        return body == null ? null : FieldReader.of(body, sizes, title, -1);
    }

    /** The body of a message in the table that a user refers to; null if it cannot be read. */
    byte[] body(int type, long id, long at, PathNode user) throws IOException {
        String problem = hasTable
                ? "expected an index of shared messages of this kind, found none"
                : "expected a table of shared messages with 0x%016x, found no table".formatted(id);
        for (Index each : indexes) {
            if ((each.stored.messageTypes() >> type & 1) != 0 && each.heap != null) {
                if (each.ids.contains(id)) {
                    FractalHeapCheck.Stored message = each.heap.object(id(id), false);
                    return message == null ? null : message.bytes();
                }
                problem = "expected the shared message 0x%016x in the table, found none".formatted(id);
                break;
            }
        }
        findings.add(FindingCode.SOHM_MISSING, at, user, MessageType.titleOf(type) + ": " + problem);
        return null;
    }

    /** The datatype in a message; null if it cannot be read. */
    Datatype datatype(Header.Message message, PathNode user) throws IOException {
        return message.isShared()
                ? datatype(SharedMessage.decode(message.reader(sizes)), message.address(), user)
                : DatatypeCodec.decode(message.reader(sizes));
    }

    /** The datatype that a reference leads to; null if it cannot be read. */
    Datatype datatype(SharedMessage reference, long at, PathNode user) throws IOException {
        long address = reference.address();
        if (address == Addresses.UNDEFINED) {
            FieldReader body = body(reference, MessageType.DATATYPE.number(), at, user);
            return body == null ? null : DatatypeCodec.decode(body);
        }
        references.found(address, user.datatype());
        Datatype known = datatypes.get(address);
        if (known != null) {
            return known;
        }
        // read without findings: the object has its own visit
        Header header = Header.read(quiet(), address, user.datatype());
        Header.Message type = header == null ? null : header.find(MessageType.DATATYPE);
        SharedMessage moved = type == null || !type.isShared() ? null : SharedMessage.decode(type.reader(sizes));
        if (type == null || moved != null && moved.address() != Addresses.UNDEFINED) {
            String problem = "expected a committed datatype at address %d, found none";
            throw new Defect(FindingCode.LINK_TARGET, at, problem.formatted(address));
        }
        // a committed datatype, too, may have its message in the shared message table
        FieldReader body =
                moved == null ? type.reader(sizes) : body(moved, type.type(), type.address(), user.datatype());
        if (body == null) {
            return null;
        }
        Datatype read = DatatypeCodec.decode(body);
        if (datatypes.size() == MOST_DATATYPES) {
            datatypes.clear();
        }
        datatypes.put(address, read);
        return read;
    }
}
