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

/** A file that tests put structures into, at the addresses they like, and a reader of it. */
public final class Structures implements Storage {
    private static final int BYTES = 1 << 20;

    private final MemoryStorage content = new MemoryStorage(new byte[BYTES]);
    private final FileSpace space = new FileSpace(FileSpaceOptions.defaults(), BYTES);
    private int reads;

    /** Writes a structure. */
    public void put(long address, Consumer<FieldWriter> encoder) throws IOException {
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        encoder.accept(out);
        content.write(address, ByteBuffer.wrap(out.toByteArray()));
    }

    /** A reader with an empty cache. */
    public StructureReader reader() {
        MetadataCache cache = new MetadataCache(this, "test", 0, 1 << 20, () -> BYTES);
        return new StructureReader(cache, FieldSizes.EIGHT);
    }

    /** A store with an empty cache; what it allocates lies behind what tests put here. */
    public StructureStore store() {
        MetadataCache cache = new MetadataCache(this, "test", 0, 1 << 20, space::endOfAllocation);
        return new StructureStore(new StructureReader(cache, FieldSizes.EIGHT), cache, space);
    }

    /** The space of the file: to begin with, all of it is in use, and it is {@value #BYTES} bytes long. */
    public FileSpace space() {
        return space;
    }

    /** Bytes that were allocated and not given back. */
    public long allocatedBytes() {
        return space.endOfAllocation() - BYTES - space.freeBytes() - space.aggregatorBytes();
    }

    /** How many blocks have been read so far. */
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
