package dev.fallow.internal.commit;

import dev.fallow.format.AnySuperblock;
import dev.fallow.format.Superblock;
import dev.fallow.format.journal.CommitRecord;
import java.util.Arrays;

/** The superblocks in commit records. */
final class SuperblockImages {
    private SuperblockImages() {}

    /**
     * Whether the images of a record are such as {@link WriteOut} makes: after the commit a superblock that is marked as
     * open, where the record says that it is, of a file as long as the record says; before it another of the same version
     * and widths, or zeros in a new file.
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

    /** The superblock of a consistent record as that of a container that nobody edits. */
    static byte[] unmarked(CommitRecord record) {
        AnySuperblock superblock = FoundSuperblock.decoded(record.after());
        return FoundSuperblock.encoded(superblock.withFlags(superblock.flags() & ~WriteOut.WRITER_FLAGS));
    }
}
