package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.SharedMessageRecord;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.message.SharedMessageIndexes;
import dev.fallow.format.message.SharedMessageList;
import dev.fallow.format.message.SharedMessageTable;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.check.structure.BTreeV2Check;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Defect;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.FractalHeapCheck;
import dev.fallow.internal.check.structure.StructureCheck;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks the shared message table, its indexes and heaps, and counts the users of the messages. */
final class SharedMessagesCheck extends StructureCheck {
    private final List<Index> indexes = new ArrayList<>();

    /** One index, with its records by heap ID: the number of users, less those found. */
    private static final class Index {
        private final SharedMessageIndexes.Index stored;
        private final Map<Long, Long> users = new HashMap<>();
        private FractalHeapCheck heap;
        private long records;

        Index(SharedMessageIndexes.Index stored) {
            this.stored = stored;
        }
    }

    private SharedMessagesCheck(Context context) {
        super(context, Family.SHARED_MESSAGES, null);
    }

    /** Checks the table. */
    static SharedMessagesCheck of(Context context, SharedMessageTable table) throws IOException {
        SharedMessagesCheck check = new SharedMessagesCheck(context);
        check.attempt(table.address(), () -> check.table(table));
        return check;
    }

    private void table(SharedMessageTable table) throws IOException {
        String structure = SharedMessageIndexes.STRUCTURE;
        int length = SharedMessageIndexes.length(sizes, table.indexCount());
        long at = table.address();
        byte[] image = sealed(SharedMessageIndexes.LAYOUT, at, length);
        claim(structure, at, length);
        FieldReader in = context.reader(image, structure, at);
        for (SharedMessageIndexes.Index each :
                SharedMessageIndexes.decode(in, table.indexCount()).indexes()) {
            Index index = new Index(each);
            indexes.add(index);
            attempt(each.indexAddress(), () -> check(index));
        }
    }

    private void check(Index index) throws IOException {
        SharedMessageIndexes.Index stored = index.stored;
        if (stored.heapAddress() != Addresses.UNDEFINED) {
            index.heap =
                    FractalHeapCheck.open(context, stored.heapAddress(), FractalHeapHeader.ATTRIBUTE_ID_LENGTH, null);
            // no program writes such a heap, and no change of it could be committed
            if (index.heap != null && index.heap.header().filtered()) {
                add(
                        FindingCode.FHEAP_FIELD,
                        stored.heapAddress(),
                        "fractal heap at address %d: expected no filters in a heap of shared messages"
                                .formatted(stored.heapAddress()));
            }
        }
        boolean all = true;
        if (stored.indexAddress() != Addresses.UNDEFINED && stored.btree()) {
            all = BTreeV2Check.check(
                            context,
                            stored.indexAddress(),
                            EnumSet.of(BTreeV2Type.SHARED_MESSAGE),
                            BTreeV2Check.RecordSize.of(SharedMessageRecord.length(sizes)),
                            null,
                            (before, record) ->
                                    Integer.compareUnsigned(LittleEndian.i32(before, 1), LittleEndian.i32(record, 1))
                                            > 0,
                            (in, record, tree) -> record(index, SharedMessageRecord.decode(in), stored.indexAddress()))
                    >= 0;
        } else if (stored.indexAddress() != Addresses.UNDEFINED) {
            list(index);
        }
        if (all && index.records != stored.count()) {
            add(
                    FindingCode.SOHM_COUNT,
                    stored.indexAddress(),
                    "shared message index at address %d: expected %d messages, found %d"
                            .formatted(stored.indexAddress(), stored.count(), index.records));
        }
        if (index.heap != null) {
            index.heap.finish(all);
        }
    }

    private void list(Index index) throws IOException {
        String structure = SharedMessageList.STRUCTURE;
        SharedMessageIndexes.Index stored = index.stored;
        long at = stored.indexAddress();
        int length = SharedMessageList.length(sizes, stored.listMax());
        byte[] image = signed(SharedMessageList.LAYOUT, at, length);
        claim(structure, at, length);
        int used = 4 + stored.count() * SharedMessageRecord.length(sizes);
        mend(structure, image, used, at);
        for (SharedMessageRecord each : SharedMessageList.decode(context.reader(image, structure, at), stored)
                .records()) {
            attempt(at, () -> record(index, each, at));
        }
    }

    private void record(Index index, SharedMessageRecord record, long at) throws IOException {
        index.records++;
        if (!record.inHeap()) {
            return;
        }
        if (index.users.put(record.heapId(), record.referenceCount()) != null) {
            throw new Defect(
                    FindingCode.SOHM_FIELD,
                    at,
                    "expected different heap IDs, found 0x%016x twice".formatted(record.heapId()));
        }
        byte[] body = index.heap == null ? null : index.heap.object(id(record.heapId()), true);
        if (body != null && !hasHash(index.stored.messageTypes(), body, record.hash())) {
            throw new Defect(
                    FindingCode.SOHM_HASH,
                    at,
                    "shared message 0x%016x: expected another hash than 0x%08x"
                            .formatted(record.heapId(), record.hash()));
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

    /** The body of a message that a user refers to; null if it cannot be read. */
    byte[] body(int type, long id, long at, PathNode path) throws IOException {
        for (Index each : indexes) {
            if ((each.stored.messageTypes() >> type & 1) != 0 && each.heap != null) {
                if (!each.users.containsKey(id)) {
                    context.add(
                            FindingCode.SOHM_MISSING,
                            at,
                            path,
                            "%s: expected the shared message 0x%016x in the table, found none"
                                    .formatted(MessageType.titleOf(type), id));
                    return null;
                }
                return each.heap.object(id(id), false);
            }
        }
        context.add(
                FindingCode.SOHM_MISSING,
                at,
                path,
                "%s: expected an index of shared messages of this kind, found none"
                        .formatted(MessageType.titleOf(type)));
        return null;
    }
}
