package dev.fallow.internal.dense;

import dev.fallow.format.FieldReader;
import dev.fallow.format.heap.FractalHeapId;
import dev.fallow.internal.heap.FractalHeap;
import dev.fallow.internal.heap.HeapPass;
import java.io.IOException;
import java.util.Arrays;

/**
 * Some records of the name index of a large table. The order of hashes has nothing to do with that of the heap, so each message would
 * be in another block, and the blocks do not fit into the cache. The messages of a batch are read in the order of the
 * heap instead, and delivered in that of the index. At most {@link #RECORDS} records and {@link #BYTES} bytes of messages.
 */
final class MessageBatch<T> {
    private static final int INDEX_BITS = 18;
    private static final int RECORDS = 1 << INDEX_BITS;
    private static final int BYTES = 8 << 20;
    /** Offsets that are larger than this are not sorted. */
    private static final long MOST_SORTED = (1L << Long.SIZE - 1 - INDEX_BITS) - 1;

    private final DenseForm<T> form;
    private final FractalHeap heap;
    private final HeapPass pass;
    private final Messages messages;
    /** The records; the first {@link #count} are used. */
    private byte[] records;
    /** The offset of each message in the heap, shifted, and the number of its record. */
    private long[] places = new long[1_024];

    private int placed;
    private int count;
    private long bytes;
    private byte[] copies = {};

    /** Receives messages. */
    @FunctionalInterface
    interface Messages {
        /**
         * A record, and the message that it refers to.
         *
         * @param image contains the record, and must not be modified
         * @param at its position there
         */
        void visit(byte[] image, int at, FieldReader message) throws IOException;
    }

    MessageBatch(DenseForm<T> form, FractalHeap heap, Messages messages) {
        this.form = form;
        this.heap = heap;
        this.messages = messages;
        pass = heap.pass();
        records = new byte[places.length * form.records.nameLength()];
    }

    /** Adds a record; delivers all of them if the batch is full. */
    void add(byte[] image, int at) throws IOException {
        int length = form.records.nameLength();
        if (count * length == records.length) {
            records = Arrays.copyOf(records, 2 * records.length);
            places = Arrays.copyOf(places, 2 * places.length);
        }
        System.arraycopy(image, at, records, count * length, length);
        FractalHeapId.Managed object = form.sharedId(image, at) == 0
                ? pass.find(Arrays.copyOfRange(
                        image, at + form.records.idAt(), at + form.records.idAt() + form.records.idLength()))
                : null;
        if (object != null) {
            places[placed++] = Math.min(object.offset(), MOST_SORTED) << INDEX_BITS | count;
            bytes += object.length();
        }
        if (++count == RECORDS || bytes >= BYTES) {
            deliver();
        }
    }

    /** Delivers the records that were added since the last time. */
    void deliver() throws IOException {
        Arrays.sort(places, 0, placed);
        int[] ends = new int[count];
        long[] addresses = new long[count];
        int[] starts = new int[count];
        int at = 0;
        for (int i = 0; i < placed; i++) {
            int number = (int) places[i] & RECORDS - 1;
            FractalHeapId.Managed object = pass.find(id(record(number)));
            pass.locate(object); // before its length, which a damaged file can give, is trusted
            if (copies.length - at < object.length()) {
                copies = Arrays.copyOf(copies, Math.max(at + object.length(), Math.min(BYTES, 2 * copies.length)));
            }
            starts[number] = at;
            addresses[number] = pass.copy(object, copies, at);
            at += object.length();
            ends[number] = at;
        }
        int delivered = count;
        count = 0;
        placed = 0;
        bytes = 0;
        for (int i = 0; i < delivered; i++) {
            byte[] record = record(i);
            FieldReader message = ends[i] == 0
                    ? form.message(heap, record, 0)
                    : pass.reader(copies, starts[i], ends[i], form.records.structure(), addresses[i]);
            messages.visit(record, 0, message);
        }
    }

    private byte[] record(int number) {
        int length = form.records.nameLength();
        return Arrays.copyOfRange(records, number * length, (number + 1) * length);
    }

    private byte[] id(byte[] record) {
        return Arrays.copyOfRange(record, form.records.idAt(), form.records.idAt() + form.records.idLength());
    }
}
