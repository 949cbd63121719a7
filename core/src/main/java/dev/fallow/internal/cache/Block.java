package dev.fallow.internal.cache;

import dev.fallow.format.Checksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The image of one metadata block, patched in place. Its checksum, if it has one, is in the last four bytes, or where
 * its owner has {@linkplain #checksumAt moved} it, possibly {@linkplain #checksumWithin inside the bytes that it
 * covers}. It is computed only when the block is written.
 */
public final class Block {
    private final MetadataCache cache;
    private final long address;
    private final int checksumLength;
    private byte[] image;
    /** The position of a checksum that is not at the end, otherwise -1. */
    private int movedChecksumAt = -1;
    /** Whether the checksum covers the whole block, with its own bytes as 0. */
    private boolean checksumOfWhole;

    /** A block is written whole if more than one part in this many has changed. */
    private static final int PART = 2;

    private static final int CLEAN = -1;
    private static final int PARKED = -2;

    /** The index among the cache's dirty blocks, or one of the two constants above. */
    private int dirtyIndex = CLEAN;
    /** Of a dirty block, the bytes that may differ from the file, besides the checksum. */
    private int changedFrom;

    private int changedTo;
    /** Whether a commit alone may write the dirty image. */
    private boolean heldBack;

    Block(MetadataCache cache, long address, byte[] image, int checksumLength) {
        this.cache = cache;
        this.address = address;
        this.image = image;
        this.checksumLength = checksumLength;
    }

    /** The first byte's address, relative to the base address. */
    public long address() {
        return address;
    }

    /** The length in bytes, including a checksum. */
    public int length() {
        return image.length;
    }

    /** The bytes themselves. A caller that modifies them must call {@link #markDirty()}. */
    public byte[] image() {
        return image;
    }

    /** Whether it differs from the file. */
    public boolean isDirty() {
        return dirtyIndex >= 0;
    }

    /** Marks the image as different from the file. */
    public void markDirty() {
        becomeDirty();
        changedFrom = 0;
        changedTo = image.length;
    }

    /** As {@link #markDirty()}, if only the bytes {@code [from, to)} and the checksum differ. */
    public void markDirty(int from, int to) {
        if (becomeDirty()) {
            changedFrom = from;
            changedTo = to;
        } else {
            changedFrom = Math.min(changedFrom, from);
            changedTo = Math.max(changedTo, to);
        }
    }

    /**
     * As {@link #markDirty()}, for the block of a structure that would not be the same if it was read again before the
     * commit: it has changes that are not in the image yet. It stays in memory until then.
     */
    public void markBehind() {
        markDirty();
        heldBack = true;
    }

    /** Whether the image is dirty, and a commit alone may write it. */
    boolean isHeldBack() {
        return heldBack;
    }

    /** Returns whether the block was clean. */
    private boolean becomeDirty() {
        if (dirtyIndex >= 0) {
            return false;
        }
        if (dirtyIndex == PARKED) {
            throw new IllegalStateException("the block at address " + address + " has left the cache");
        }
        cache.becameDirty(this);
        return true;
    }

    /** The position of the checksum, if there is one. */
    int checksumPosition() {
        return movedChecksumAt >= 0 ? movedChecksumAt : image.length - checksumLength;
    }

    /**
     * Sets the position of the checksum: directly after the used part, which it covers. The bytes after it are not
     * covered.
     *
     * @param at a position followed by at least four bytes
     */
    public void checksumAt(int at) {
        movedChecksumAt = at;
    }

    /**
     * Sets the position of a checksum that covers the whole block, with its own four bytes as 0.
     *
     * @param at a position followed by at least four bytes
     */
    public void checksumWithin(int at) {
        movedChecksumAt = at;
        checksumOfWhole = true;
    }

    /** Replaces the image by one of another length, after the block was extended or cut in place. */
    public void replaceImage(byte[] changed) {
        cache.resized(this, changed.length - image.length);
        image = changed;
        markDirty();
    }

    /** Computes the checksum, if the block has one. The image is then ready to be written. */
    void seal() {
        if (checksumLength > 0) {
            int at = checksumPosition();
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
        heldBack = false;
    }

    /** Marks the block as kept only as an image; it must not be modified any more. */
    void parked() {
        dirtyIndex = PARKED;
    }

    int checksumLength() {
        return checksumLength;
    }

    // ---- what of a dirty block is written --------------------------------------------------------------------

    /**
     * The first of two parts of the block; null if it is to be written in one part. If little of it has changed, only that
     * and the checksum are written.
     */
    DirtyBlock firstPart() {
        if (!isInParts()) {
            return null;
        }
        return isChecksumFirst() ? part(checksumPosition(), checksumEnd(), null) : part(changedFrom, changedTo, null);
    }

    /** The last, or only, part of the block. */
    DirtyBlock lastPart() {
        if (isLargelyChanged()) {
            return part(0, image.length, this);
        } else if (checksumLength == 0 || isInParts() && isChecksumFirst()) {
            return part(changedFrom, changedTo, this);
        } else if (isInParts()) {
            return part(checksumPosition(), checksumEnd(), this);
        }
        return part(Math.min(changedFrom, checksumPosition()), Math.max(changedTo, checksumEnd()), this);
    }

    private boolean isLargelyChanged() {
        return (long) (changedTo - changedFrom) * PART > image.length;
    }

    private int checksumEnd() {
        return checksumPosition() + checksumLength;
    }

    private boolean isChecksumFirst() {
        return checksumEnd() < changedFrom;
    }

    /** Whether the checksum is away from the few bytes that have changed. */
    private boolean isInParts() {
        return checksumLength > 0 && !isLargelyChanged() && (isChecksumFirst() || changedTo < checksumPosition());
    }

    private DirtyBlock part(int from, int to, Block whole) {
        return new DirtyBlock(address + from, image, from, to - from, whole, -1);
    }
}
