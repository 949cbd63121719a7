package dev.fallow.internal.check.structure;

import dev.fallow.format.Addresses;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.DenseRecord;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;

/** Checks dense storage of links or of attributes: a heap, an index by name and perhaps one by creation order. */
public final class DenseCheck {
    private static final int SHARED = 2;

    private final Context context;
    private final boolean links;
    private final PathNode path;
    private final Bodies bodies;
    private FractalHeapCheck heap;
    private long nameSum;
    private long orderSum;
    private boolean all = true;

    /** Receives the messages. */
    @FunctionalInterface
    public interface Bodies {
        /**
         * Decodes a message, and returns the hash of its name.
         *
         * @param body null if the message is in the shared message table
         * @param id the heap ID
         * @param order the creation order in the record of an attribute; -1 of a link
         * @return the hash of the name; null if it is not known
         */
        Integer visit(byte[] body, byte[] id, long order) throws IOException;
    }

    /** @param links whether the messages are links; otherwise attributes */
    public DenseCheck(Context context, boolean links, PathNode path, Bodies bodies) {
        this.context = context;
        this.links = links;
        this.path = path;
        this.bodies = bodies;
    }

    /** Checks the storage at these addresses; the last is undefined if there is no index by creation order. */
    public void check(long heapAddress, long names, long orders) throws IOException {
        int idLength = links ? FractalHeapHeader.LINK_ID_LENGTH : FractalHeapHeader.ATTRIBUTE_ID_LENGTH;
        heap = FractalHeapCheck.open(context, heapAddress, idLength, path);
        long named = BTreeV2Check.check(
                context,
                names,
                EnumSet.of(links ? BTreeV2Type.LINK_NAME : BTreeV2Type.ATTRIBUTE_NAME),
                BTreeV2Check.RecordSize.of(
                        DenseRecord.length(links ? DenseRecord.LINK_NAME : DenseRecord.ATTRIBUTE_NAME)),
                path,
                (before, record) -> Integer.compareUnsigned(hash(before), hash(record)) > 0,
                (in, record, tree) -> named(record));
        long ordered = orders == Addresses.UNDEFINED
                ? -1
                : BTreeV2Check.check(
                        context,
                        orders,
                        EnumSet.of(links ? BTreeV2Type.LINK_ORDER : BTreeV2Type.ATTRIBUTE_ORDER),
                        BTreeV2Check.RecordSize.of(
                                DenseRecord.length(links ? DenseRecord.LINK_ORDER : DenseRecord.ATTRIBUTE_ORDER)),
                        path,
                        (before, record) -> order(before) >= order(record),
                        (in, record, tree) -> orderSum += mixed(id(record, true)));
        if (named >= 0 && ordered >= 0 && (named != ordered || nameSum != orderSum)) {
            boolean lost = !links && ordered < named;
            context.add(
                    lost ? FindingCode.BT2_INDEX_LOST : FindingCode.BT2_INDEX,
                    orders,
                    path,
                    "version 2 B-tree at address %d: expected the %d entries of the index by name, found %d%s"
                            .formatted(orders, named, ordered, named == ordered ? ", and others" : ""));
        }
        if (heap != null) {
            heap.finish(all && named >= 0);
        }
    }

    private void named(byte[] record) throws IOException {
        byte[] id = id(record, false);
        nameSum += mixed(id);
        if (heap == null) {
            all = false;
            return;
        }
        boolean shared = !links && (record[8] & SHARED) != 0;
        long order = links ? -1 : LittleEndian.unsigned(record, 9, 4);
        try {
            byte[] body = shared ? null : heap.object(id, true);
            all &= shared || body != null;
            if (!shared && body == null) {
                return;
            }
            Integer hash = bodies.visit(body, id, order);
            if (hash != null && hash != hash(record)) {
                throw new Defect(
                        FindingCode.DENSE_HASH,
                        heap.header().root().address(),
                        "index by name: expected the hash 0x%08x of the name, found 0x%08x"
                                .formatted(hash, hash(record)));
            }
        } catch (Defect e) {
            all &= e.code() != FindingCode.FHEAP_OBJECT;
            throw e;
        }
    }

    private int hash(byte[] record) {
        return LittleEndian.i32(record, links ? 0 : record.length - 4);
    }

    private long order(byte[] record) {
        return links ? LittleEndian.i64(record, 0) : LittleEndian.unsigned(record, 9, 4);
    }

    private byte[] id(byte[] record, boolean byOrder) {
        if (!links) {
            return Arrays.copyOf(record, 8);
        }
        int from = byOrder ? 8 : 4;
        return Arrays.copyOfRange(record, from, from + 7);
    }

    /** A hash of an ID, to compare the sets of two indexes by the sums. */
    private static long mixed(byte[] id) {
        long mixed = LittleEndian.unsigned(id, 0, Math.min(7, id.length)) * 0x9E37_79B9_7F4A_7C15L;
        return (mixed ^ mixed >>> 29) * 0xBF58_476D_1CE4_E5B9L;
    }
}
