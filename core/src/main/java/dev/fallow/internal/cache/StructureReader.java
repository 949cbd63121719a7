package dev.fallow.internal.cache;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import java.io.IOException;
import java.util.function.Function;

/**
 * Reads structures that are looked at and not changed: nodes and blocks are decoded once and kept in the cache, clean,
 * for as long as it has room for them.
 */
public final class StructureReader {
    private final MetadataCache cache;
    private final FieldSizes sizes;

    /** @param sizes widths of addresses and lengths in the file */
    public StructureReader(MetadataCache cache, FieldSizes sizes) {
        this.cache = cache;
        this.sizes = sizes;
    }

    /**
     * A decoded structure, as the cache keeps it.
     *
     * @param key what it was decoded with: with something else it may mean something else
     */
    private record Decoded(long address, long bytesHeld, Object key, Object value) implements CachedObject {
        @Override
        public boolean isDirty() {
            return false;
        }
    }

    /** The file's name, for messages. */
    public String fileName() {
        return cache.fileName();
    }

    /** The widths of addresses and lengths. */
    public FieldSizes sizes() {
        return sizes;
    }

    /** Bytes of the allocated space: no structure is longer, nor are all objects of one together. */
    public long allocatedBytes() {
        return cache.endOfAllocation();
    }

    /**
     * The structure at an address, decoded now or earlier.
     *
     * @param length its bytes in the file
     * @param structure the specification's name, for messages
     * @param key what else the decoder depends on, compared by {@code equals}
     * @param decoder must give a value that nobody changes
     * @throws dev.fallow.CorruptFileException if it does not lie inside the allocated space
     * @throws FormatException if it is something else
     */
    public <T> T get(
            long address, long length, String structure, Object key, Class<T> type, Function<FieldReader, T> decoder)
            throws IOException {
        CachedObject held = cache.find(address);
        if (held instanceof Decoded decoded && decoded.key.equals(key) && type.isInstance(decoded.value)) {
            return type.cast(decoded.value);
        }
        T value = decoder.apply(read(address, length, structure));
        if (held instanceof Decoded) {
            cache.forget(held);
            held = null;
        }
        if (held == null) {
            cache.keep(new Decoded(address, length, key, value));
        }
        return value;
    }

    /**
     * Reads bytes that are not kept.
     *
     * @throws dev.fallow.CorruptFileException if they do not lie inside the allocated space
     */
    public FieldReader read(long address, long length, String structure) throws IOException {
        return FieldReader.of(cache.read(address, length, structure), sizes, structure, address);
    }

    /**
     * Checks that a structure that is not read lies inside the allocated space.
     *
     * @throws FormatException if it does not
     */
    public void requireInside(long address, long length, String structure) {
        long end = allocatedBytes();
        if (address < 0 || length < 0 || length > end || address > end - length) {
            throw new FormatException(structure, address, length + " bytes reach past the end of allocation, " + end);
        }
    }
}
