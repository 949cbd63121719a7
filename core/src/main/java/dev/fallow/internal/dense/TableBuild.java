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
    private final PendingMessages messages;
    private final PendingMessages.Sorted sorted;
    /** The records of the name index, in its order. */
    private final byte[] nameRecords;

    /** Inserts the messages into the heap. */
    TableBuild(DenseForm<T> form, FractalHeap heap, PendingMessages messages) throws IOException {
        this.form = form;
        this.messages = messages;
        sorted = messages.sorted();
        int length = form.nameRecordLength();
        nameRecords = new byte[Math.multiplyExact(sorted.size(), length)];
        for (int i : sorted.byPlace()) {
            byte[] id = heap.insert(messages.message(sorted.place(i)));
            System.arraycopy(form.nameRecord(sorted.hash(i), id, order(i)), 0, nameRecords, i * length, length);
        }
    }

    private long order(int i) {
        return messages.order(sorted.place(i));
    }

    private byte[] nameRecord(int i) {
        int from = i * form.nameRecordLength();
        return Arrays.copyOfRange(nameRecords, from, from + form.nameRecordLength());
    }

    private byte[] orderRecord(int i) {
        int from = i * form.nameRecordLength() + form.idAt();
        return form.orderRecord(order(i), Arrays.copyOfRange(nameRecords, from, from + form.idLength()));
    }

    /** Receives the records of one message. */
    @FunctionalInterface
    interface Records {
        /** @param orderRecord null if creation order is not indexed */
        void accept(byte[] name, byte[] nameRecord, long order, byte[] orderRecord) throws IOException;
    }

    /** Visits the records in the order of the name index. */
    void forEach(boolean indexed, Records visitor) throws IOException {
        for (int i = 0; i < sorted.size(); i++) {
            visitor.accept(messages.name(sorted.place(i)), nameRecord(i), order(i), indexed ? orderRecord(i) : null);
        }
    }

    /** All records of the name index. */
    byte[] nameRecords() {
        return nameRecords;
    }

    /** All records of the creation order index. O(n) if the messages are in the order of their creation, else O(n log n). */
    byte[] orderRecords() {
        int length = form.orderRecordLength();
        byte[] records = new byte[Math.multiplyExact(sorted.size(), length)];
        int to = 0;
        boolean ascending = true;
        long before = Long.MIN_VALUE;
        for (int i : sorted.byPlace()) {
            ascending &= order(i) >= before;
            before = order(i);
            System.arraycopy(orderRecord(i), 0, records, to, length);
            to += length;
        }
        return ascending ? records : byOrder(records, length);
    }

    private byte[] byOrder(byte[] unsorted, int length) {
        byte[][] parts = new byte[unsorted.length / length][];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = Arrays.copyOfRange(unsorted, i * length, (i + 1) * length);
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
