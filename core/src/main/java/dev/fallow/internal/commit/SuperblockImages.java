package dev.fallow.internal.commit;

import dev.fallow.format.journal.CommitRecord;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import java.util.Arrays;

/** The superblock images in commit records. */
final class SuperblockImages {
    private SuperblockImages() {}

    /** The image of a superblock that is written over another. If it is shorter, the rest of the other stays. */
    static byte[] over(byte[] before, byte[] superblock) {
        byte[] image = Arrays.copyOf(superblock, Math.max(before.length, superblock.length));
        System.arraycopy(before, superblock.length, image, superblock.length, image.length - superblock.length);
        return image;
    }

    /**
     * Whether a record's images are such as {@link WriteOut} makes. After the commit: a superblock marked as open, at
     * the position in the record, of a file of the length in the record. Before it: a superblock of the same version
     * and sizes, or of a version that is upgraded to that one, whose last bytes stay; or zeros in a new file.
     */
    static boolean areConsistent(CommitRecord record) {
        byte[] image = record.after();
        AnySuperblock after = FoundSuperblock.decoded(image);
        byte[] old = record.before();
        if (after == null
                || !Arrays.equals(over(old, FoundSuperblock.encoded(after)), image)
                || (after.flags() & Superblock.OPEN_FOR_WRITE) == 0
                || after.baseAddress() != record.superblockPosition()
                || after.endOfFile() != record.endOfFile()) {
            return false;
        }
        boolean whole = after.encodedLength() == image.length;
        if (Arrays.equals(old, new byte[old.length])) {
            return whole;
        }
        AnySuperblock before = FoundSuperblock.decoded(old);
        return before != null
                && (whole ? before.version() == after.version() : isUpgraded(before, after, old))
                && before.sizes().equals(after.sizes());
    }

    private static boolean isUpgraded(AnySuperblock before, AnySuperblock after, byte[] old) {
        return before.version() < Superblock.FIRST_WITH_EXTENSION
                && after.version() == Superblock.FIRST_WITH_EXTENSION
                && before.encodedLength() == old.length
                && before.rootAddress() == after.rootAddress();
    }

    /** The superblock image of a consistent record without the mark. */
    static byte[] unmarked(CommitRecord record) {
        AnySuperblock superblock = FoundSuperblock.decoded(record.after());
        return over(
                record.before(),
                FoundSuperblock.encoded(superblock.withFlags(superblock.flags() & ~WriteOut.WRITER_FLAGS)));
    }
}
