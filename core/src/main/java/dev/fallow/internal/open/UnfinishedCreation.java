package dev.fallow.internal.open;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.objectheader.ObjectHeaderPrefixV1;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.commit.JournalFindings;
import dev.fallow.internal.storage.FileChannelStorage;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;

/**
 * Recognises what a creation leaves that was killed before its first commit: a file without content, or with the first blocks behind a
 * superblock that was not written yet, and a journal beside it without a record. Nothing in it can be of use to anyone.
 */
final class UnfinishedCreation {
    /** A larger user block is not looked for. */
    private static final int MOST_ZEROS = 1 << 20;

    /** What the blocks of an empty root group take at most. A longer file has content, even if its superblock was lost. */
    private static final int MOST_BLOCKS = 1 << 13;

    private static final int SMALLEST_USER_BLOCK = 512;
    private static final int SIGNATURE = 4;
    /** Of the blocks that may be first: a header of version 1 has no signature. */
    private static final Set<String> SIGNATURES = Set.of("OHDR", "TREE", "HEAP");

    private UnfinishedCreation() {}

    /**
     * Whether a path seems to hold one, which is to be asked again by the owner of the journal.
     *
     * @param emptySuffices whether an empty file needs no journal
     */
    static boolean isAt(Path path, boolean emptySuffices) throws IOException {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        Path real = path.toRealPath();
        if (!JournalBeside.of(real).exists()) {
            return emptySuffices && Files.size(real) == 0;
        }
        try (Storage file = FileChannelStorage.openResolved(real, false)) {
            return isNeverCommitted(file);
        }
    }

    /** Whether a file is one. Only to be asked by the owner of its journal. */
    static boolean is(Storage file, JournalFindings journal) throws IOException {
        boolean noRecord =
                journal.state() == JournalFindings.State.NONE || journal.state() == JournalFindings.State.UNREADABLE;
        return noRecord && isNeverCommitted(file);
    }

    private static boolean isNeverCommitted(Storage file) throws IOException {
        long size = file.size();
        if (size == 0) {
            return true;
        }
        byte[] start =
                new byte[(int) Math.min(size, MOST_ZEROS + SuperblockV0.MAX_LENGTH + ObjectHeaderPrefixV1.LENGTH)];
        file.read(0, ByteBuffer.wrap(start));
        int zeros = 0;
        while (zeros < start.length && start[zeros] == 0) {
            zeros++;
        }
        int old = SuperblockV0.length(0, StateBuilder.NEW_SIZES);
        return size - zeros <= MOST_BLOCKS
                && (isUserBlock(zeros - Superblock.LENGTH) || isUserBlock(zeros - old))
                && isBlock(start, zeros);
    }

    private static boolean isUserBlock(int bytes) {
        return bytes == 0 || bytes >= SMALLEST_USER_BLOCK && Integer.bitCount(bytes) == 1;
    }

    /** Whether a block begins that a root group has. */
    private static boolean isBlock(byte[] bytes, int from) {
        if (bytes.length - from < ObjectHeaderPrefixV1.LENGTH) {
            return false;
        }
        if (SIGNATURES.contains(new String(bytes, from, SIGNATURE, StandardCharsets.US_ASCII))) {
            return true;
        }
        try {
            ObjectHeaderPrefixV1.decode(FieldReader.of(
                    Arrays.copyOfRange(bytes, from, from + ObjectHeaderPrefixV1.LENGTH), FieldSizes.EIGHT, "", 0));
            return true;
        } catch (FormatException e) {
            return false;
        }
    }
}
