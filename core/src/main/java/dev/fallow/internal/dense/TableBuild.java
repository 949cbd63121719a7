package dev.fallow.internal.dense;

import dev.fallow.format.LittleEndian;
import dev.fallow.internal.heap.FractalHeap;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Stores pending messages. They come into the heap in the order of their creation, in which applications tend to use them,
 * and into the indexes in the order of these.
 *
 * @param <T> a decoded message
 */
final class TableBuild<T> {
    private final DenseForm<T> form;
    private final PendingMessages.Sorted sorted;
    /** The records of the name index, in its order. */
    private final byte[] nameRecords;
    /** The records of the creation order index, in the order of the name index; null if there is none. */
    private final byte[] orderRecords;

    private final PendingMessages messages;

    /**
     * Inserts the messages into the heap.
     *
     * @param indexed whether creation order is indexed
     * @param discarding whether the bytes of each message are freed then, and {@link #forEach} is not used
     */
    TableBuild(DenseForm<T> form, FractalHeap heap, PendingMessages messages, boolean indexed, boolean discarding)
            throws IOException {
        this.form = form;
        this.messages = messages;
        sorted = messages.sorted();
        int length = form.nameRecordLength();
        int orderLength = form.orderRecordLength();
        nameRecords = new byte[Math.multiplyExact(sorted.size(), length)];
        orderRecords = indexed ? new byte[Math.multiplyExact(sorted.size(), orderLength)] : null;
        for (int i : sorted.byPlace()) {
            int place = sorted.place(i);
            long order = messages.order(place);
            byte[] id = heap.insert(messages.message(place));
            System.arraycopy(form.nameRecord(sorted.hash(i), id, order), 0, nameRecords, i * length, length);
            if (indexed) {
                System.arraycopy(form.orderRecord(order, id), 0, orderRecords, i * orderLength, orderLength);
            }
            if (discarding) {
                messages.discard(place);
            }
        }
    }

    /** Receives the records of one message. */
    @FunctionalInterface
    interface Records {
        /** @param orderRecord null if creation order is not indexed */
        void accept(byte[] name, byte[] nameRecord, long order, byte[] orderRecord) throws IOException;
    }

    /** Visits the records in the order of the name index. */
    void forEach(Records visitor) throws IOException {
        for (int i = 0; i < sorted.size(); i++) {
            int place = sorted.place(i);
            visitor.accept(
                    messages.name(place),
                    part(nameRecords, i, form.nameRecordLength()),
                    messages.order(place),
                    orderRecords == null ? null : part(orderRecords, i, form.orderRecordLength()));
        }
    }

    private static byte[] part(byte[] records, int i, int length) {
        return Arrays.copyOfRange(records, i * length, (i + 1) * length);
    }

    /** All records of the name index. */
    byte[] nameRecords() {
        return nameRecords;
    }

    /** All records of the creation order index, sorted; null if there is none. O(n log n). */
    byte[] orderRecords() {
        return orderRecords == null ? null : byOrder(orderRecords, form.orderRecordLength());
    }

    private byte[] byOrder(byte[] unsorted, int length) {
        byte[][] parts = new byte[unsorted.length / length][];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = part(unsorted, i, length);
        }
        Arrays.sort(parts, Comparator.comparingLong(this::orderIn));
        for (int i = 0; i < parts.length; i++) {
            System.arraycopy(parts[i], 0, unsorted, i * length, length);
        }
        return unsorted;
    }

    private long orderIn(byte[] orderRecord) {
        return LittleEndian.unsigned(orderRecord, form.orderAt(), form.orderWidth());
    }
}
