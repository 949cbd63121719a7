package dev.fallow.internal.cache;

import dev.fallow.format.Checksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One metadata block of the file as an image that is patched in place. Its checksum, where it has one, is the last four
 * bytes, or lies where its owner has {@linkplain #checksumAt moved} it, perhaps {@linkplain #checksumWithin amid what it
 * is of}; it is computed only when the block is written out.
 */
public final class Block {
    private final MetadataCache cache;
    private final long address;
    private final int checksumLength;
    private byte[] image;
    /** Where the checksum lies if it is not at the end, else -1. */
    private int movedChecksumAt = -1;
    /** Whether the checksum is of the whole block, with its own bytes as 0. */
    private boolean checksumOfWhole;

    private static final int CLEAN = -1;
    private static final int PARKED = -2;

    /** Where it is among the dirty blocks of the cache, or one of the two above. */
    private int dirtyIndex = CLEAN;

    Block(MetadataCache cache, long address, byte[] image, int checksumLength) {
        this.cache = cache;
        this.address = address;
        this.image = image;
        this.checksumLength = checksumLength;
    }

    /** The first byte in the file, relative to the base address. */
    public long address() {
        return address;
    }

    /** Bytes, a checksum included. */
    public int length() {
        return image.length;
    }

    /** The bytes themselves. Who changes them calls {@link #markDirty()}. */
    public byte[] image() {
        return image;
    }

    /** Whether it differs from the file. */
    public boolean isDirty() {
        return dirtyIndex >= 0;
    }

    /** Says that the image differs from the file. */
    public void markDirty() {
        if (dirtyIndex < 0) {
            if (dirtyIndex == PARKED) {
                throw new IllegalStateException("the block at address " + address + " has left the cache");
            }
            cache.becameDirty(this);
        }
    }

    /**
     * Says where the checksum lies: behind the part that is in use, which it is of. What lies behind it is not in it.
     *
     * @param at the image has at least four bytes from there on
     */
    public void checksumAt(int at) {
        movedChecksumAt = at;
    }

    /**
     * Says that the checksum lies amid what it is of: the whole block, with the checksum's own four bytes as 0.
     *
     * @param at the image has at least four bytes from there on
     */
    public void checksumWithin(int at) {
        movedChecksumAt = at;
        checksumOfWhole = true;
    }

    /** Replaces the image by one of another length: the block was extended, or cut, in place. */
    public void replaceImage(byte[] changed) {
        cache.resized(this, changed.length - image.length);
        image = changed;
        markDirty();
    }

    /** Computes the checksum, if the block has one; the image is then what belongs into the file. */
    void seal() {
        if (checksumLength > 0) {
            int at = movedChecksumAt >= 0 ? movedChecksumAt : image.length - checksumLength;
            ByteBuffer bytes = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
            if (checksumOfWhole) {
                bytes.putInt(at, 0);
            }
            bytes.putInt(at, Checksum.of(image, 0, checksumOfWhole ? image.length : at));
        }
    }

    int dirtyIndex() {
        return dirtyIndex;
    }

    void setDirtyIndex(int index) {
        dirtyIndex = index;
    }

    void noLongerDirty() {
        dirtyIndex = CLEAN;
    }

    /** Says that only its image is kept: who has it still must not change it. */
    void parked() {
        dirtyIndex = PARKED;
    }

    int checksumLength() {
        return checksumLength;
    }
}
