package dev.fallow.internal.dense;

import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.heap.FractalHeap;
import dev.fallow.internal.storage.OutsideMemory;
import java.io.IOException;
import java.util.function.LongUnaryOperator;

/**
 * The messages that have been added to a table since the last commit. They are stored when the container is written, as
 * {@link StoredTable#addToHeap} and {@link StoredTable#addToIndexes} say, so that those deleted before never reach heap and indexes.
 * Their memory counts as modified, as far as it is in the heap.
 *
 * <p>Each table created in this session has one, and no other, whether or not its heap stayed in the cache (I5). All blocks that storing
 * the messages changes are therefore of this session, and damage need not be looked for in them before each addition (I4). Those that
 * the cache has evicted are loaded when a commit begins, which can still fail without harm.
 *
 * @param <T> a decoded message
 */
final class PendingTable<T> implements FractalHeap.Companion, StructureStore.Pending {
    private static final long NOT_KNOWN = -2;
    /** The memory of a stored message's records in leaves. New messages change nearly all leaves. */
    private static final int LEAF_BYTES = 32;

    private final StructureStore store;
    private final DenseForm<T> form;
    private final long heap;
    private final long names;
    private final long orders;
    private PendingMessages messages = new PendingMessages();
    /** The bytes reported to the cache. */
    private long accounted;

    private long accountedForCommit;
    /** The number of messages that the last commit has; counted when the first one after it was added. */
    private long stored;

    /** While the cache has had no others, all blocks of the table are in memory. */
    private final long evictionsBefore;

    private boolean unsettled;
    /** No creation order of the table is larger. */
    private long highest = NOT_KNOWN;

    PendingTable(StoredTable<T> table) {
        store = table.store();
        form = table.form();
        heap = table.heapAddress();
        names = table.nameIndexAddress();
        orders = table.orderIndexAddress();
        evictionsBefore = table.size() == 0 ? store.cache().evictions() : -1;
    }

    PendingMessages messages() {
        return messages;
    }

    /** Whether the order is certainly not in use. */
    boolean isAboveAll(long order, StoredTable<T> table) throws IOException {
        if (highest == NOT_KNOWN) {
            highest = table.highestOrder();
            for (long pending : messages.orders()) {
                ordered(pending);
            }
        }
        return order > highest;
    }

    /** A message of this creation order is in the table, pending or not. */
    void ordered(long order) {
        if (highest != NOT_KNOWN) {
            highest = Math.max(highest, order);
        }
    }

    /** Takes the messages of a table that is rebuilt; there must be no others. */
    void take(PendingMessages rebuilt) {
        messages = rebuilt;
        changed(0);
    }

    /**
     * The messages have changed.
     *
     * @param inTable the number of messages in heap and indexes
     */
    void changed(long inTable) {
        if (accounted == 0) {
            stored = store.space().freeInLastCommit(heap, 1) ? 0 : inTable;
        }
        long now = messages.heapBytes();
        store.cache().holdsUnwritten(now - accounted);
        accounted = now;
        long forCommit = now == 0 || stored == 0 ? 0 : now + stored * LEAF_BYTES;
        store.cache().needsForCommit(forCommit - accountedForCommit);
        accountedForCommit = forCommit;
        if (!unsettled && messages.size() > 0) {
            unsettled = true;
            store.settleBeforeWriting(this);
        }
    }

    /** Forgets the messages of a table that is deleted. */
    void drop() {
        messages.clear();
        changed(0);
        store.forgetSettling(this);
        unsettled = false;
    }

    @Override
    public boolean isUnwritten() {
        return unsettled;
    }

    /**
     * Moves the messages outside the heap. Those to be added to messages of the last commit stay: the more they are, the more of its
     * blocks change, which only the commit can write.
     */
    @Override
    public void moveTo(OutsideMemory memory) {
        if (stored == 0 && messages.size() > 0) {
            messages.moveTo(memory);
            changed(0);
        }
    }

    @Override
    public void prepareSettling() throws IOException {
        boolean allInMemory = store.cache().evictions() == evictionsBefore;
        if (!allInMemory && messages.size() > 0) {
            StoredTable.open(store, form, heap, names, orders).prepareAddAll(messages);
        }
    }

    @Override
    public void replaceTargets(LongUnaryOperator changed) {
        messages.replaceTargets(form, changed);
    }

    @Override
    public void settle() throws IOException {
        store.makeRoom(); // the heap is still kept
        unsettled = false;
        if (messages.size() > 0) {
            StoredTable.open(store, form, heap, names, orders).addToHeap(messages);
            StoredTable<T> table = StoredTable.open(store, form, heap, names, orders); // room may have been made
            table.addToIndexes(messages);
            changed(table.size());
        }
    }
}
