package dev.fallow.internal.shrink;

import dev.fallow.format.LittleEndian;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.check.Part;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers to be changed in parts of the file, some of which are moved at the same time. They are written with the next commit.
 */
final class Patches {
    /** Parts without a checksum up to this size are written as a whole. */
    private static final int WHOLE_BYTES = 1 << 16;

    private final ObjectStore store;
    private final Map<Long, Block> patched = new HashMap<>();

    Patches(ObjectStore store) {
        this.store = store;
    }

    /**
     * Changes a number.
     *
     * @param part contains it, before the move
     * @param to where the part is after it
     * @param field where the number is, before the move
     */
    void put(Part part, long to, long field, int width, long value) throws IOException {
        boolean whole = part.isChecksummed() || part.length() <= WHOLE_BYTES;
        Part owner = whole ? part : new Part(field, width, -1, false);
        Block block = patched.get(owner.address());
        if (block == null) {
            block = block(owner, to + owner.address() - part.address());
            patched.put(owner.address(), block);
        }
        LittleEndian.put(block.image(), (int) (field - owner.address()), width, value);
        block.markDirty();
    }

    /** The bytes of a part, to be written where it is going to be. */
    private Block block(Part part, long to) throws IOException {
        MetadataCache cache = store.cache();
        byte[] image = cache.read(part.address(), part.length(), "block with an address");
        Block block = cache.loaded(to, image, part.isChecksummed() ? Integer.BYTES : 0);
        if (part.isChecksummed() && part.checksumOfWhole()) {
            block.checksumWithin(part.checksumAt());
        } else if (part.isChecksummed()) {
            block.checksumAt(part.checksumAt());
        }
        return block;
    }
}
