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
    /** The heap IDs of the messages, in the order of the name index. */
    private final byte[] ids;

    /** Inserts the messages into the heap. */
    TableBuild(DenseForm<T> form, FractalHeap heap, PendingMessages messages) throws IOException {
        this.form = form;
        this.messages = messages;
        sorted = messages.sorted();
        ids = new byte[Math.multiplyExact(sorted.size(), form.idLength())];
        for (int i : sorted.byPlace()) {
            byte[] id = heap.insert(messages.message(sorted.place(i)));
            System.arraycopy(id, 0, ids, i * id.length, id.length);
        }
    }

    private byte[] id(int i) {
        return Arrays.copyOfRange(ids, i * form.idLength(), (i + 1) * form.idLength());
    }

    private long order(int i) {
        return messages.order(sorted.place(i));
    }

    private byte[] nameRecord(int i) {
        return form.nameRecord(sorted.hash(i), id(i), order(i));
    }

    private byte[] orderRecord(int i) {
        return form.orderRecord(order(i), id(i));
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
        int length = form.nameRecordLength();
        byte[] records = new byte[Math.multiplyExact(sorted.size(), length)];
        for (int i = 0; i < sorted.size(); i++) {
            System.arraycopy(nameRecord(i), 0, records, i * length, length);
        }
        return records;
    }

    /** All records of the creation order index. */
    byte[] orderRecords() {
        int length = form.orderRecordLength();
        byte[][] unsorted = new byte[sorted.size()][];
        for (int i = 0; i < unsorted.length; i++) {
            unsorted[i] = orderRecord(i);
        }
        Arrays.sort(unsorted, Comparator.comparingLong(this::orderIn));
        byte[] records = new byte[Math.multiplyExact(unsorted.length, length)];
        for (int i = 0; i < unsorted.length; i++) {
            System.arraycopy(unsorted[i], 0, records, i * length, length);
        }
        return records;
    }

    private long orderIn(byte[] orderRecord) {
        return LittleEndian.unsigned(orderRecord, form.orderAt(), form.orderWidth());
    }
}
