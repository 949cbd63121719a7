package dev.fallow.internal.commit;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The superblock of a container file.
 *
 * @param position the position of its signature; -1 if there is none
 * @param superblock null if there is no superblock, or it is damaged
 */
public record FoundSuperblock(long position, AnySuperblock superblock) {
    /** Searches the positions where a superblock may be, and decodes it. */
    public static FoundSuperblock in(Storage container) throws IOException {
        long at = find(container);
        if (at < 0) {
            return new FoundSuperblock(-1, null);
        }
        byte[] bytes = new byte[(int) Math.min(SuperblockV0.MAX_LENGTH, container.size() - at)];
        container.read(at, ByteBuffer.wrap(bytes));
        return new FoundSuperblock(at, decoded(bytes));
    }

    /** The first valid superblock position that has the signature; -1 if there is none. */
    public static long find(Storage container) throws IOException {
        long size = container.size();
        for (long at = 0; at <= size - Superblock.RECOGNISABLE_LENGTH; at = Superblock.nextCandidate(at)) {
            byte[] first = new byte[Superblock.RECOGNISABLE_LENGTH];
            container.read(at, ByteBuffer.wrap(first));
            if (Superblock.versionOf(first) >= 0) {
                return at;
            }
        }
        return -1;
    }

    /** Whether it is intact and not marked as open for writing, in which case a journal is irrelevant. */
    public boolean isClosed() {
        return superblock != null && !superblock.isMarkedOpen();
    }

    /**
     * A read-only view of a container whose superblock states that the allocated space ends where the file does; null if it states this
     * already, or if there is no superblock. Closing it closes the container.
     */
    public static Storage withWholeFile(Storage container) throws IOException {
        FoundSuperblock found = in(container);
        if (found.superblock == null) {
            return null;
        }
        AnySuperblock superblock = found.superblock.foundAt(found.position);
        AnySuperblock raised = superblock.withEndOfAllocation(container.size() - found.position);
        if (raised.endOfFile() <= superblock.endOfFile()) {
            return null;
        }
        RecoveredView view = new RecoveredView(container, container.size());
        view.put(found.position, ByteBuffer.wrap(encoded(raised)));
        return view;
    }

    /** Decodes the superblock at the start of some bytes; null if there is none, or it is damaged. */
    static AnySuperblock decoded(byte[] bytes) {
        try {
            int version = Superblock.versionOf(bytes);
            FieldReader in = FieldReader.of(bytes, FieldSizes.EIGHT, "superblock", -1);
            return version == 0 || version == 1 ? SuperblockV0.decode(in) : Superblock.decode(in);
        } catch (FormatException e) {
            return null; // torn
        }
    }

    /** The bytes of a superblock. */
    static byte[] encoded(AnySuperblock superblock) {
        FieldWriter out = new FieldWriter(superblock.sizes());
        superblock.encode(out);
        return out.toByteArray();
    }
}
