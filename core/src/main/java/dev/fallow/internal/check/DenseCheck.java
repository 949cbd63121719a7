package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.Checksum;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.Utf8;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.DenseRecord;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Checks the links or the attributes of one object. This class checks dense storage: a heap, an index by name and perhaps one by creation
 * order.
 */
abstract class DenseCheck extends StructureCheck {
    private static final int SHARED = 2;

    private final boolean links;
    /** The names in the header; of dense storage, only those with the same hash. */
    private final Set<String> used = new HashSet<>();

    private int lastHash;
    /** Whether the last message has a name. */
    private boolean hashed;

    private FractalHeapCheck heap;
    private long nameSum;
    private long orderSum;
    private boolean all = true;

    /** @param links whether the messages are links; otherwise attributes */
    DenseCheck(StructureCheck check, boolean links, PathNode path) {
        super(check, Family.HEADER, path);
        this.links = links;
    }

    /**
     * Decodes a message, and calls {@link #named(String)}.
     *
     * @param message null if the message is in the shared message table
     * @param id the heap ID
     * @param order the creation order in the record of an attribute; -1 of a link
     */
    abstract void dense(FractalHeapCheck.Stored message, byte[] id, long order) throws IOException;

    /** The name of a message in dense storage. */
    final void named(String name) {
        byte[] bytes = Utf8.encode(name);
        int hash = Checksum.of(bytes, 0, bytes.length);
        if (hash != lastHash) {
            used.clear();
            lastHash = hash;
        }
        hashed = true;
    }

    /** Whether no other message has a name. */
    final boolean isNew(String name) {
        return used.add(name);
    }

    /**
     * Checks the storage at these addresses; the last is undefined if there is no index by creation order.
     *
     * @param info the message with the addresses; null if all are undefined
     */
    final void check(Header.Message info, long heapAddress, long names, long orders) throws IOException {
        if (heapAddress == Addresses.UNDEFINED) {
            if (!isTrusting() && (names != Addresses.UNDEFINED || orders != Addresses.UNDEFINED)) {
                String problem = "%s Info: expected a heap for the indexes at addresses %d and %d"
                        .formatted(links ? "Link" : "Attribute", names, orders);
                add(FindingCode.HDR_MESSAGE, info.address(), problem);
            }
            return;
        }
        int idLength = links ? FractalHeapHeader.LINK_ID_LENGTH : FractalHeapHeader.ATTRIBUTE_ID_LENGTH;
        heap = FractalHeapCheck.open(this, heapAddress, idLength);
        int nameLength = DenseRecord.length(links ? DenseRecord.LINK_NAME : DenseRecord.ATTRIBUTE_NAME);
        int orderLength = DenseRecord.length(links ? DenseRecord.LINK_ORDER : DenseRecord.ATTRIBUTE_ORDER);
        long named = BTreeV2Check.check(
                this,
                names,
                links ? BTreeV2Type.LINK_NAME : BTreeV2Type.ATTRIBUTE_NAME,
                nameLength,
                nameLength,
                (before, record) -> Integer.compareUnsigned(hash(before), hash(record)) > 0,
                (node, in, record) -> named(record));
        long ordered = orders == Addresses.UNDEFINED
                ? -1
                : BTreeV2Check.check(
                        this,
                        orders,
                        links ? BTreeV2Type.LINK_ORDER : BTreeV2Type.ATTRIBUTE_ORDER,
                        orderLength,
                        orderLength,
                        (before, record) -> order(before) >= order(record),
                        (node, in, record) -> orderSum += mixed(id(record, true)));
        if (named >= 0 && ordered >= 0 && (named != ordered || nameSum != orderSum)) {
            boolean lost = !links && ordered < named;
            String problem = "expected the %d entries of the index by name, found %d%s"
                    .formatted(named, ordered, named == ordered ? ", and others" : "");
            add(lost ? FindingCode.BT2_INDEX_LOST : FindingCode.BT2_INDEX, "version 2 B-tree", orders, problem);
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
        long order = links ? -1 : order(record);
        try {
            FractalHeapCheck.Stored message = shared ? null : heap.object(id, !isTrusting());
            all &= shared || message != null;
            if (!shared && message == null) {
                return;
            }
            hashed = false;
            dense(message, id, order);
            if (hashed && lastHash != hash(record)) {
                String problem = "index by name: expected the hash 0x%08x of the name, found 0x%08x";
                throw new Defect(
                        FindingCode.DENSE_HASH,
                        heap.header().root().address(),
                        problem.formatted(lastHash, hash(record)));
            }
        } catch (Defect e) {
            all &= e.code != FindingCode.FHEAP_OBJECT;
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
        int from = !links ? 0 : byOrder ? 8 : 4;
        return Arrays.copyOfRange(record, from, from + (links ? 7 : 8));
    }

    /** A hash of an ID, to compare the sets of two indexes by the sums. */
    private static long mixed(byte[] id) {
        long mixed = LittleEndian.unsigned(id, 0, Math.min(7, id.length)) * 0x9E37_79B9_7F4A_7C15L;
        return (mixed ^ mixed >>> 29) * 0xBF58_476D_1CE4_E5B9L;
    }
}
