package dev.fallow.research.objects;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** The storage engine of the H2 database, used without the database: a B-tree that is never overwritten in place. */
public final class MvStoreObjects implements ObjectStorage {
    private final Path file;
    private final boolean forced;
    private MVStore store;
    private MVMap<String, byte[]> map;

    /** @param forced whether each change is committed and forced; otherwise H2 commits once per second */
    public MvStoreObjects(Path file, boolean forced) {
        this.file = file;
        this.forced = forced;
        open();
    }

    private void open() {
        store = new MVStore.Builder().fileName(file.toString()).open();
        map = store.openMap("objects");
    }

    @Override
    public void put(String name, byte[] content) {
        map.put(name, content);
        commit();
    }

    private void commit() {
        if (forced) {
            store.commit();
            store.sync();
        }
    }

    @Override
    public byte[] get(String name) {
        return map.get(name);
    }

    @Override
    public void remove(String name) {
        map.remove(name);
        commit();
    }

    @Override
    public long names() {
        long count = 0;
        for (String name : map.keySet()) {
            count += name.isEmpty() ? 0 : 1;
        }
        return count;
    }

    @Override
    public long contents() {
        long bytes = 0;
        for (byte[] content : map.values()) {
            bytes += content.length;
        }
        return bytes;
    }

    @Override
    public long entries() {
        long bytes = 0;
        for (Map.Entry<String, byte[]> entry : map.entrySet()) {
            bytes += entry.getKey().length() + entry.getValue().length;
        }
        return bytes;
    }

    @Override
    public void reopen() {
        store.close();
        open();
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
