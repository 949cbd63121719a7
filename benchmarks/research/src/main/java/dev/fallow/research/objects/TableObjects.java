package dev.fallow.research.objects;

import dev.fallow.research.blockstore.BlockStoreOptions;
import dev.fallow.research.blockstore.HashtableOnDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The paper's design: a hash table on a block store in one file. */
public final class TableObjects implements ObjectStorage {
    private final Path file;
    private final BlockStoreOptions options;
    private HashtableOnDisk table;

    /** Creates a table in a new file. */
    public TableObjects(Path file, BlockStoreOptions options) {
        this.file = file;
        this.options = options;
        table = HashtableOnDisk.create(file, options);
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void put(String name, byte[] content) {
        table.put(bytes(name), content);
    }

    @Override
    public byte[] get(String name) {
        return table.get(bytes(name));
    }

    @Override
    public void remove(String name) {
        table.remove(bytes(name));
    }

    @Override
    public long names() {
        long count = 0;
        for (byte[] key : table.keys()) {
            count += key.length > 0 ? 1 : 0;
        }
        return count;
    }

    @Override
    public long contents() {
        long bytes = 0;
        for (byte[] value : table.values()) {
            bytes += value.length;
        }
        return bytes;
    }

    @Override
    public long entries() {
        long bytes = 0;
        for (HashtableOnDisk.Entry entry : table.entries()) {
            bytes += entry.key().length + entry.value().length;
        }
        return bytes;
    }

    @Override
    public void reopen() {
        table.close();
        table = HashtableOnDisk.open(file, options);
    }

    @Override
    public long diskBytes() throws IOException {
        return Files.size(file);
    }

    @Override
    public void close() {
        table.close();
    }
}
