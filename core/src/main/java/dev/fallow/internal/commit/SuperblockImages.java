package dev.fallow.internal.commit;

import dev.fallow.format.journal.CommitRecord;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import java.util.Arrays;

/** The superblock images in commit records. */
final class SuperblockImages {
    private SuperblockImages() {}

    /**
     * Whether a record's images are such as {@link WriteOut} makes. After the commit: a superblock marked as open, at
     * the position in the record, of a file of the length in the record. Before it: a superblock of the same version
     * and sizes, or zeros in a new file.
     */
    static boolean areConsistent(CommitRecord record) {
        byte[] image = record.after();
        AnySuperblock after = FoundSuperblock.decoded(image);
        if (after == null
                || !Arrays.equals(FoundSuperblock.encoded(after), image)
                || (after.flags() & Superblock.OPEN_FOR_WRITE) == 0
                || after.baseAddress() != record.superblockPosition()
                || after.endOfFile() != record.endOfFile()) {
            return false;
        }
        byte[] old = record.before();
        if (Arrays.equals(old, new byte[old.length])) {
            return true;
        }
        AnySuperblock before = FoundSuperblock.decoded(old);
        return before != null
                && before.version() == after.version()
                && before.sizes().equals(after.sizes());
    }

    /** The superblock image of a consistent record without the mark. */
    static byte[] unmarked(CommitRecord record) {
        AnySuperblock superblock = FoundSuperblock.decoded(record.after());
        return FoundSuperblock.encoded(superblock.withFlags(superblock.flags() & ~WriteOut.WRITER_FLAGS));
    }
}
