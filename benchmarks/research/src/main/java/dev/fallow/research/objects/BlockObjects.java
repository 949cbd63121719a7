package dev.fallow.research.objects;

import dev.fallow.research.blockstore.BlockStore;
import dev.fallow.research.blockstore.BlockStoreOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Blocks without a directory on the medium, as in the paper's tables 1 to 3: only the program knows the addresses of
 * objects.
 */
public final class BlockObjects implements ObjectStorage {
    /** The block of an object, and the object's size in bytes. */
    private record Place(long address, int size) {}

    private final Path file;
    private final BlockStoreOptions options;
    private final Map<String, Place> places = new HashMap<>();
    private BlockStore store;

    /** Creates a store in a new file. */
    public BlockObjects(Path file, BlockStoreOptions options) {
        this.file = file;
        this.options = options;
        store = BlockStore.create(file, options);
    }

    @Override
    public void put(String name, byte[] content) {
        Place former = places.put(name, new Place(store.store(ByteBuffer.wrap(content)), content.length));
        if (former != null) {
            store.deallocate(former.address);
        }
    }

    @Override
    public byte[] get(String name) {
        Place place = places.get(name);
        byte[] content = new byte[place.size];
        store.readBeginning(place.address, ByteBuffer.wrap(content));
        return content;
    }

    @Override
    public void remove(String name) {
        store.deallocate(places.remove(name).address);
    }

    @Override
    public long names() {
        return places.size();
    }

    @Override
    public long contents() {
        return places.keySet().stream().mapToLong(name -> get(name).length).sum();
    }

    @Override
    public long entries() {
        return places.keySet().stream()
                .mapToLong(name -> name.length() + get(name).length)
                .sum();
    }

    @Override
    public void reopen() {
        store.close();
        store = BlockStore.open(file, options);
    }

    @Override
    public long diskBytes() throws IOException {
        return Files.size(file);
    }

    @Override
    public void close() {
        store.close();
    }
}
