package dev.fallow.internal.header;

import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.cache.Block;
import java.io.IOException;
import java.util.function.LongUnaryOperator;

/**
 * Contiguous elements of new datasets that are to be in the file from the start, although nothing is written: they get their
 * space with the first write or the next commit, so those of a dataset that is deleted before never take any.
 */
public final class UnplacedElements {
    private static final AllocationType SPACE = AllocationType.RAW_DATA;

    /** The memory for one dataset. */
    private static final int ENTRY_BYTES = 20;

    private final ObjectStore store;
    /** The bytes of the elements, by the address of the header; 0 if they have been placed or the dataset was deleted. */
    private AddressTable sizes = new AddressTable();

    private long bytes;

    UnplacedElements(ObjectStore store) {
        this.store = store;
    }

    /** The bytes that have no space yet. */
    public long bytes() {
        return bytes;
    }

    /** A dataset has been created. */
    public void add(long header, long size) {
        int before = sizes.size();
        bytes += size - sizes.put(header, size);
        store.cache().holdsUnwritten((long) ENTRY_BYTES * (sizes.size() - before));
    }

    /** The bytes that the elements of a dataset are to get; 0 if it is none of these. */
    public long size(long header) {
        int index = index(header);
        return index < 0 ? 0 : sizes.value(index);
    }

    /** A dataset is deleted. */
    void deleted(long header) {
        int index = index(header);
        if (index >= 0) {
            remove(index);
        }
    }

    private int index(long header) {
        return bytes == 0 ? -1 : sizes.indexOf(header);
    }

    private void remove(int index) {
        bytes -= sizes.value(index);
        sizes.set(index, 0);
    }

    /** Headers have moved. */
    void moved(LongUnaryOperator moved) {
        AddressTable before = sizes;
        forgetAll();
        for (int i = 0; i < before.size(); i++) {
            if (before.value(i) > 0) {
                add(moved.applyAsLong(before.address(i)), before.value(i));
            }
        }
    }

    /** Allocates the elements of a dataset, if it is one of these. */
    public void place(long header) throws IOException {
        int index = index(header);
        if (index >= 0) {
            place(index);
        }
    }

    private void place(int index) throws IOException {
        if (sizes.value(index) > 0) {
            put(sizes.address(index));
            remove(index);
        }
    }

    /**
     * Allocates all elements, in the order in which the datasets were created. If a header cannot be read, those before it have
     * their elements.
     *
     * @param between run from time to time: may write and evict blocks
     */
    public void placeAll(Change between) throws IOException {
        for (int i = 0; i < sizes.size(); i++) {
            place(i);
            if ((i + 1) % NewHeaderPlaces.HEADERS_BETWEEN_TRIMS == 0) {
                between.apply();
            }
        }
        forgetAll();
    }

    private void forgetAll() {
        store.cache().holdsUnwritten((long) -ENTRY_BYTES * sizes.size());
        sizes = new AddressTable();
        bytes = 0;
    }

    private void put(long header) throws IOException {
        ObjectHeader peeked = store.reader().peek(header);
        LiveMessage message = peeked.find(MessageType.DATA_LAYOUT);
        DataLayout.Contiguous layout = (DataLayout.Contiguous) message.decoded(store.sizes(), DataLayout::decode);
        long address = store.space().allocate(SPACE, layout.size());
        byte[] body = store.encode(new DataLayout.Contiguous(layout.version(), address, layout.size())::encode);
        Block block = message.chunk().block();
        System.arraycopy(body, 0, block.image(), message.bodyAt(), body.length);
        store.reader().changed(peeked, block);
    }
}
