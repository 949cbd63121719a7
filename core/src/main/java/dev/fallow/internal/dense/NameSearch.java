package dev.fallow.internal.dense;

import dev.fallow.format.Checksum;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.Utf8;
import dev.fallow.internal.btree.BTreeV2;
import dev.fallow.internal.heap.FractalHeap;
import java.io.IOException;
import java.util.Arrays;

/**
 * Searches the name index of a {@link DenseTable}: by hash, and among equal hashes by the name itself, which is in the
 * heap. Caches the result.
 *
 * @param <T> a decoded message
 */
final class NameSearch<T> implements BTreeV2.Order {
    private final DenseForm<T> form;
    private final FractalHeap heap;
    private final byte[] name;
    private final int hash;
    private T message;
    private byte[] id;
    private long order;
    private long sharedId;

    NameSearch(DenseForm<T> form, FractalHeap heap, byte[] name) {
        this.form = form;
        this.heap = heap;
        this.name = name;
        hash = hash(name);
    }

    /** The hash by which names are ordered. */
    static int hash(byte[] name) {
        return Checksum.of(name, 0, name.length);
    }

    @Override
    public int compare(byte[] image, int at) throws IOException {
        int compared = Integer.compareUnsigned(LittleEndian.i32(image, at + form.hashAt()), hash);
        if (compared != 0) {
            return compared;
        }
        int idAt = at + form.idAt();
        if (id != null && Arrays.equals(image, idAt, idAt + id.length, id, 0, id.length)) {
            return 0; // found earlier
        }
        T other = form.decode(form.message(heap, image, at));
        compared = Arrays.compareUnsigned(Utf8.encode(form.name(other)), name);
        if (compared == 0) {
            message = other;
            id = Arrays.copyOfRange(image, idAt, idAt + form.idLength());
            order = form.order(other, image, at);
            sharedId = form.sharedId(image, at);
        }
        return compared;
    }

    boolean isFor(FractalHeap in, byte[] wanted) {
        return heap == in && Arrays.equals(name, wanted);
    }

    /** The message found. */
    T message() {
        return message;
    }

    /** Its heap ID. */
    byte[] id() {
        return id;
    }

    /** Its ID in a heap that several tables share; 0 if it is in the heap of the table. */
    long sharedId() {
        return sharedId;
    }

    /** Its creation order. */
    long order() {
        return order;
    }
}
