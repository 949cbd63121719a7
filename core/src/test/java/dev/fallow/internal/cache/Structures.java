package dev.fallow.internal.cache;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** A file into which tests write structures at chosen addresses, and a reader of it. */
public final class Structures implements Storage {
    private static final int BYTES = 1 << 20;

    private final FieldSizes sizes;
    private final int bytes;
    private final MemoryStorage content;
    private final FileSpace space;
    private int reads;

    /** A file of one MiB, all of it in use. */
    public Structures() {
        this(FieldSizes.EIGHT, BYTES);
    }

    /** @param bytes the length of the file, all in use */
    public Structures(FieldSizes sizes, int bytes) {
        this.sizes = sizes;
        this.bytes = bytes;
        content = new MemoryStorage(new byte[bytes]);
        space = new FileSpace(FileSpaceOptions.defaults().withAggregators(0, 0), bytes);
    }

    /** Writes a structure. */
    public void put(long address, Consumer<FieldWriter> encoder) throws IOException {
        FieldWriter out = new FieldWriter(sizes);
        encoder.accept(out);
        content.write(address, ByteBuffer.wrap(out.toByteArray()));
    }

    /** A reader with an empty cache. */
    public StructureReader reader() {
        return store().reader();
    }

    /** A structure store with an empty cache; all stores share the space of the file. */
    public StructureStore store() {
        MetadataCache cache = new MetadataCache(this, "test", 0, 1 << 20, space::endOfAllocation);
        return new StructureStore(new StructureReader(cache, sizes), cache, space);
    }

    /** Writes dirty blocks, as in a commit. */
    public void write(StructureStore store) throws IOException {
        store.settle();
        content.resize(space.endOfAllocation());
        store.cache().writeOut();
    }

    /** The space of the file, initially all in use. */
    public FileSpace space() {
        return space;
    }

    /** The number of bytes allocated and not released. */
    public long allocatedBytes() {
        return space.endOfAllocation() - bytes - space.freeBytes() - space.aggregatorBytes();
    }

    /** The number of blocks read so far. */
    public int reads() {
        return reads;
    }

    @Override
    public long size() {
        return content.size();
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        reads++;
        content.read(position, target);
    }

    @Override
    public void write(long position, ByteBuffer source) throws IOException {
        content.write(position, source);
    }

    @Override
    public void resize(long size) throws IOException {
        content.resize(size);
    }

    @Override
    public void force() {
        content.force();
    }

    @Override
    public void close() {
        content.close();
    }
}
