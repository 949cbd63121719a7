package dev.fallow.internal.chunk;

import dev.fallow.format.FormatException;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.BlockSource;
import dev.fallow.internal.cache.CachedObject;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * A live data block of a fixed or extensible array. One that is not paged is one block of the cache. Otherwise the part
 * before the pages is one, and each page is another, which is read when it is first needed: a change writes one page.
 * The pages have their space in common with the part before them, and are evicted and freed with it.
 */
final class ElementBlock implements CachedObject {
    /** The number of pages that stay in memory from one operation to the next. */
    private static final int MOST_PAGES = 256;

    private final MetadataCache cache;
    private final long header;
    private final String structure;
    private final Shape shape;
    private final Block head;
    private final Map<Long, Block> pages = new HashMap<>();
    private long bytesHeld;
    private long generation;

    /**
     * The lengths of the parts of a data block, in bytes.
     *
     * @param headLength before the pages; the whole block if it is not paged
     * @param pages their number; 0 if it is not paged
     * @param pageLength of all pages except the last one
     * @param lastLength of the last page
     */
    record Shape(long headLength, long pages, long pageLength, long lastLength) {
        long pageAt(long page) {
            return headLength + page * pageLength;
        }

        long lengthOf(long page) {
            return page == pages - 1 ? lastLength : pageLength;
        }

        long length() {
            return pages == 0 ? headLength : pageAt(pages - 1) + lastLength;
        }

        /** As a record's own, which is linked at its first call, for longer than a short command reads such a block. */
        boolean same(Shape other) {
            return headLength == other.headLength
                    && pages == other.pages
                    && pageLength == other.pageLength
                    && lastLength == other.lastLength;
        }
    }

    /** @param head the part before the pages, checked */
    ElementBlock(MetadataCache cache, long header, String structure, Shape shape, Block head) {
        this.cache = cache;
        this.header = header;
        this.structure = structure;
        this.shape = shape;
        this.head = head;
        bytesHeld = head.length();
        generation = cache.generation();
    }

    /**
     * Creates a block.
     *
     * @param image of the part before the pages, or of the whole block
     */
    static ElementBlock create(
            StructureStore store, AllocationType type, long header, String structure, Shape shape, byte[] image) {
        long address = store.space().allocate(type, shape.length());
        Block head = store.cache().created(address, image, Integer.BYTES);
        ElementBlock block = new ElementBlock(store.cache(), header, structure, shape, head);
        store.cache().keep(block);
        return block;
    }

    /** Whether the bit of a page is set, of those at a position; the first one is the highest of the first byte. */
    static boolean isInUse(Block bits, int at, long page) {
        return (bits.image()[at + (int) (page >>> 3)] & 0x80 >>> (page & 7)) != 0;
    }

    /** Sets the bit of a page; see {@link #isInUse}. */
    static void setInUse(Block bits, int at, long page) {
        bits.image()[at + (int) (page >>> 3)] |= (byte) (0x80 >>> (page & 7));
        bits.markDirty();
    }

    /** The part before the pages, or the whole block. */
    Block head() {
        return head;
    }

    /** The length in the file in bytes, including the pages. */
    long length() {
        return shape.length();
    }

    /** @throws FormatException if it belongs to another array, or is another block of it */
    void require(long wantedHeader, Shape wanted) {
        if (header != wantedHeader || !shape.same(wanted)) {
            throw new FormatException(
                    structure,
                    address(),
                    "expected %d bytes of the array at address %d, found %d of the one at %d"
                            .formatted(wanted.length(), wantedHeader, shape.length(), header));
        }
    }

    /**
     * The page with a number, which must be in use.
     *
     * @param walking whether the page need not stay in memory
     */
    Block page(long page, BlockSource reader, ArrayIndex index, boolean walking) throws IOException {
        dropOldPages();
        Block held = pages.get(page);
        if (held != null) {
            return held;
        }
        Block read = reader.read(address() + shape.pageAt(page), shape.lengthOf(page), structure, Integer.BYTES);
        index.checkPage(reader.fields(read, structure), page);
        if (!walking || reader.keeps()) {
            keep(page, read);
            if (walking) {
                reader.kept(read.length());
            }
        }
        return read;
    }

    /** Creates a page, which was not in use. */
    Block createPage(long page, byte[] image) {
        dropOldPages();
        Block created = cache.created(address() + shape.pageAt(page), image, Integer.BYTES);
        keep(page, created);
        return created;
    }

    private void keep(long page, Block block) {
        pages.put(page, block);
        grow(block.length());
    }

    private void grow(long difference) {
        bytesHeld += difference;
        if (cache.find(address()) == this) {
            cache.holds(difference);
        }
    }

    /** Forgets pages with the first access in an operation; those that are used in it stay to its end. */
    private void dropOldPages() {
        if (generation == cache.generation()) {
            return;
        }
        generation = cache.generation();
        if (pages.size() <= MOST_PAGES) {
            return;
        }
        long dropped = 0;
        for (Iterator<Block> each = pages.values().iterator(); each.hasNext(); ) {
            Block block = each.next();
            if (!block.isDirty()) {
                dropped += block.length();
                each.remove();
            }
        }
        grow(-dropped);
    }

    @Override
    public long address() {
        return head.address();
    }

    @Override
    public boolean isDirty() {
        if (head.isDirty()) {
            return true;
        }
        for (Block page : pages.values()) {
            if (page.isDirty()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long bytesHeld() {
        return bytesHeld;
    }

    @Override
    public void discardBlocks(MetadataCache from) {
        from.discard(head);
        pages.values().forEach(from::discard);
    }
}
