package dev.fallow.internal.cache;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import java.io.IOException;
import java.util.function.Function;

/**
 * Reads structures without modifying them: nodes and blocks are decoded once, and stay in the cache, clean, until
 * evicted.
 */
public final class StructureReader {
    private final MetadataCache cache;
    private final FieldSizes sizes;

    public StructureReader(MetadataCache cache, FieldSizes sizes) {
        this.cache = cache;
        this.sizes = sizes;
    }

    /**
     * A decoded structure in the cache.
     *
     * @param key the decoder's other inputs, which can affect the result
     */
    private record Decoded(long address, long bytesHeld, Object key, Object value) implements CachedObject {
        @Override
        public boolean isDirty() {
            return false;
        }
    }

    public String fileName() {
        return cache.fileName();
    }

    public FieldSizes sizes() {
        return sizes;
    }

    /**
     * The size of the allocated space in bytes, which limits the length of a structure and the total of its objects.
     */
    public long allocatedBytes() {
        return cache.endOfAllocation();
    }

    /**
     * The structure at an address, decoded now or earlier.
     *
     * @param key the decoder's other inputs, compared by {@code equals}
     * @param decoder returns a value that is never modified
     * @throws dev.fallow.CorruptFileException if the structure is not inside the allocated space
     * @throws FormatException if the structure is not the expected one
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
     * Reads bytes without caching them.
     *
     * @throws dev.fallow.CorruptFileException if they are not inside the allocated space
     */
    public FieldReader read(long address, long length, String structure) throws IOException {
        return FieldReader.of(cache.read(address, length, structure), sizes, structure, address);
    }

    /**
     * Checks that a structure that is not read is inside the allocated space.
     *
     * @throws FormatException if it is not
     */
    public void requireInside(long address, long length, String structure) {
        long end = allocatedBytes();
        if (address < 0 || length < 0 || length > end || address > end - length) {
            throw new FormatException(structure, address, length + " bytes reach past the end of allocation, " + end);
        }
    }
}
