package dev.fallow.internal.cache;

import dev.fallow.format.Checksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One metadata block of the file as an image that is patched in place. Its checksum, the last four bytes, is computed
 * only when the block is written out.
 */
public final class Block {
    private static final int CHECKSUM_BYTES = 4;

    private final MetadataCache cache;
    private final long address;
    private byte[] image;
    private boolean dirty;

    Block(MetadataCache cache, long address, byte[] image) {
        this.cache = cache;
        this.address = address;
        this.image = image;
    }

    /** The first byte in the file, relative to the base address. */
    public long address() {
        return address;
    }

    /** Bytes, the checksum included. */
    public int length() {
        return image.length;
    }

    /** The bytes themselves. Who changes them calls {@link #markDirty()}. */
    public byte[] image() {
        return image;
    }

    /** The index in the image of the checksum. */
    public int checksumAt() {
        return image.length - CHECKSUM_BYTES;
    }

    /** Whether it differs from the file. */
    public boolean isDirty() {
        return dirty;
    }

    /** Says that the image differs from the file. */
    public void markDirty() {
        if (!dirty) {
            dirty = true;
            cache.becameDirty(this);
        }
    }

    /** Replaces the image by one of another length: the block was extended, or cut, in place. */
    public void replaceImage(byte[] changed) {
        cache.resized(this, changed.length - image.length);
        image = changed;
        markDirty();
    }

    /** Computes the checksum; the image is then what belongs into the file. */
    void seal() {
        int at = checksumAt();
        ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN).putInt(at, Checksum.of(image, 0, at));
    }

    void written() {
        dirty = false;
    }
}
