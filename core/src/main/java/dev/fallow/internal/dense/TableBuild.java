package dev.fallow.internal.dense;

import dev.fallow.format.LittleEndian;
import dev.fallow.internal.btree.BTreeV2;
import dev.fallow.internal.heap.FractalHeap;
import java.io.IOException;
import java.util.Arrays;

/**
 * Fills an empty table: the messages are in the heap in the order of the name index, so that listing them reads it
 * front to back.
 *
 * @param <T> a decoded message
 */
final class TableBuild<T> {
    private final DenseForm<T> form;
    private final FractalHeap heap;
    private final BTreeV2 names;
    /** Null if creation order is not indexed. */
    private final BTreeV2 orders;

    TableBuild(DenseForm<T> form, FractalHeap heap, BTreeV2 names, BTreeV2 orders) {
        this.form = form;
        this.heap = heap;
        this.names = names;
        this.orders = orders;
    }

    void run(PendingMessages messages, PendingMessages.Sorted sorted) throws IOException {
        int nameLength = form.nameRecordLength();
        int orderLength = orders == null ? 0 : form.orderRecordLength();
        byte[] nameRecords = new byte[sorted.size() * nameLength];
        byte[][] orderRecords = new byte[orders == null ? 0 : sorted.size()][];
        for (int i = 0; i < sorted.size(); i++) {
            int place = sorted.place(i);
            long order = messages.order(place);
            byte[] id = heap.insert(messages.message(place));
            System.arraycopy(form.nameRecord(sorted.hash(i), id, order), 0, nameRecords, i * nameLength, nameLength);
            if (orders != null) {
                orderRecords[i] = form.orderRecord(order, id);
            }
        }
        names.fill(nameRecords);
        if (orders != null) {
            Arrays.sort(orderRecords, (one, other) -> Long.compare(order(one), order(other)));
            byte[] records = new byte[sorted.size() * orderLength];
            for (int i = 0; i < sorted.size(); i++) {
                System.arraycopy(orderRecords[i], 0, records, i * orderLength, orderLength);
            }
            orders.fill(records);
        }
    }

    private long order(byte[] orderRecord) {
        return LittleEndian.unsigned(orderRecord, form.orderAt(), form.orderWidth());
    }
}
