package dev.fallow.internal.chunk;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.format.array.ExtensibleArrayCount;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;

/** The live header of an extensible array. The counts and the address of the index block are read from its image. */
final class LiveExtensibleArray extends LiveBlock {
    private final FieldSizes sizes;
    private final ExtensibleArray array;
    private long indexAddress;

    /** @param array the header as it was when it was loaded, or created */
    LiveExtensibleArray(Block block, FieldSizes sizes, ExtensibleArray array) {
        super(block);
        this.sizes = sizes;
        this.array = array;
        indexAddress = array.indexAddress();
    }

    /** The numbers that do not change. */
    ExtensibleArray array() {
        return array;
    }

    /** The address of the index block, or undefined. */
    long indexAddress() {
        return indexAddress;
    }

    void setIndexAddress(long address) {
        indexAddress = address;
        ExtensibleArray.INDEX_BLOCK.put(block.image(), sizes, address);
        block.markDirty();
    }

    /** The highest number of an element ever set, plus one: those from there on are not allocated. */
    long limit() {
        return count(ExtensibleArrayCount.LIMIT);
    }

    void raiseLimit(long limit) {
        if (limit > limit()) {
            add(ExtensibleArrayCount.LIMIT, limit - limit());
        }
    }

    private long count(ExtensibleArrayCount count) {
        return LittleEndian.unsigned(block.image(), count.at(sizes), sizes.lengths());
    }

    /** Increases a count, which is only informative, and may be wrong in a damaged file: it wraps to 0. */
    void add(ExtensibleArrayCount count, long difference) {
        long sum = count(count) + difference;
        boolean fits = sum >= 0 && (sizes.lengths() == 8 || sum >>> 8 * sizes.lengths() == 0);
        LittleEndian.put(block.image(), count.at(sizes), sizes.lengths(), fits ? sum : 0);
        block.markDirty();
    }
}
